// The model's text, as it stands in the page.

export const text = page => page.getByRole('textbox', {name: /^The text it reads$|^Text 1$/});

/** The pieces of the first text that is shown. */
export const tokens = nine =>
  nine.element.locator('.tokens').filter({visible: true}).first().locator('button').allInnerTexts();

export const undo = page => page.getByRole('button', {name: 'Undo', exact: true});

/** Its head rests on the first token, and no word is likely. */
export const SINK = {link: '1;source=model'};
