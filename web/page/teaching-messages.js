// What the page for teachers says of copying.

export const teaching = {
  copy: 'Copy',
  copied: 'Copied.',
  selected: 'It is selected: copy it from here.',
};
