// What is said of the address where figures are opened: whole sentences, so that another language
// is another list.

/** `read` is what the attribute `home` says, in quotation marks. */
export const home = {
  none:
    'No address is set where figures are opened (“home” of <nine-fold>), so this is the link ' +
    'alone, to go behind the # of any copy of Ninefold.',
  /** @param {string} read */
  misread: read =>
    `“home” of <nine-fold> was read as ${read}, where an http or https address without user ` +
    'name, ? and # is allowed, so this is the link alone, to go behind the # of any copy of ' +
    'Ninefold.',
  /** @param {string} read @param {string} page */
  misreadReplaced: (read, page) =>
    `“home” of <nine-fold> was read as ${read}, where an http or https address without user ` +
    `name, ? and # is allowed; used instead: ${page}`,
  onlyHere: 'It opens on this machine only: others cannot open this address.',
  /** @param {number} length of an address @param {number} most characters that all programs take */
  long: (length, most) =>
    `It has ${length} characters, and some programs cut a link of more than ${most}: try it ` +
    'where you hand it in.',
};
