// What "Embed" says that depends on the figure and its address: whole sentences, so that another
// language is another list.

/** What is to be known of the address in a text to paste. */
export const address = {
  none:
    'No address is set where figures are opened (“home” of <nine-fold>), so only the npm package ' +
    'has a text to paste here.',
  /** @param {string} read what the attribute says, in quotation marks */
  misread: read =>
    `“home” of <nine-fold> was read as ${read}, where an http or https address without user ` +
    'name, ? and # is allowed, so only the npm package has a text to paste here.',
  local:
    'This page is on your own machine: others cannot open its address. Publish the site first, ' +
    'or take the one file.',
  localOnly:
    'This page is on your own machine: others cannot open its address. Publish the site first.',
};

/** Of a figure of a model of the reader's own. */
export const otherModel =
  'This figure is of a model of your own: who meets it is asked for that model, and can take the ' +
  'trained one instead. A page that is one file opens no models, so none is offered.';

/** What of the figure is shown, by what stands beside the panels; null: everything. */
export const SHOWN = {Everything: null, 'Figure and slider': 'slider', 'Figure only': ''};

/** @param {number} height @param {string} width as it is chosen */
export const needs = (height, width) =>
  `At the width of a ${width.toLowerCase()} everything is seen at ${height} pixels.`;

/** @param {string} caption of the figure */
export const captioned = caption => `Nine attention panels: ${caption}`;

/** @param {string} read @param {number[]} allowed lowest, highest @param {number} used */
export const wrongHeight = (read, [lowest, highest], used) =>
  `The height was read as “${read}”; allowed are ${lowest} to ${highest} pixels. ` +
  `Used instead: ${used}.`;
