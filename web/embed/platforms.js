// Where figures are embedded: what to paste and where, what can go wrong there, and whether it was
// tried. The page's "Embed" and the site's page for teachers say the same because both say this.

/**
 * @typedef {'frame' | 'element' | 'file' | 'npm'} Form
 * @typedef {{name: string, forms: Form[], scripts?: true, source?: string, tried: string,
 *   steps: [string, string, string, string], wrong: [string, string]}} Platform
 *   forms: those that it keeps, the one to begin with first; scripts: it runs a script that stands
 *   beside a frame; source: the attribute that holds an iframe's address there, if it is not src;
 *   tried: what was tried with it, or '' where it follows the platform's documentation
 */

/** @type {Platform[]} */
export const platforms = [
  {
    name: 'Moodle',
    forms: ['frame', 'file'],
    tried: '',
    steps: [
      'In a Page, a Label or a question, open the editor’s source view (Tools, Source code) and paste the iframe.',
      'Students’ own posts are cleaned of iframes; what a teacher writes is kept.',
      'Where iframes are removed for all, add a File resource with ninefold-model.html and set its display to Embed.',
      'The height stays as written: at 700 pixels the reader scrolls within the frame; 1550 show everything, 1000 where it is 1000 wide.',
    ],
    wrong: [
      'The iframe is gone after saving: this site cleans what teachers write too. Upload the one file as a File resource instead.',
      'The frame is empty: the address begins with http and the course with https. Publish the site by https.',
    ],
  },
  {
    name: 'Canvas LMS',
    forms: ['frame'],
    tried: 'a page that keeps of an iframe only src, width, height, style, title and sandbox',
    steps: [
      'In a Page, open the HTML editor (</> below the text) and paste the iframe.',
      'Canvas keeps its address, size and title, and that is all the figure needs.',
      'An element would lose its script: take the iframe.',
      'The figure announces its height as lti.frameResize; where Canvas does not listen, the written height stays.',
    ],
    wrong: [
      'The frame stays white: the school allows only some addresses. Ask for this one; scripts in uploaded HTML files are often off as well.',
      'Copy link shows a field instead of copying: the frame may not reach the clipboard. Copy it from the field.',
    ],
  },
  {
    name: 'Jupyter Book / MyST',
    forms: ['frame'],
    tried: '',
    steps: [
      'In MyST Markdown use the directive: ```{iframe} ADDRESS, with :width: 100% on the next line, closed by ```.',
      'In a notebook: from IPython.display import IFrame; IFrame("ADDRESS", width="100%", height=700).',
      'In Jupyter Book 1, an iframe pasted into Markdown works as well.',
      'A PDF shows no frame: add the picture from Save beside it.',
    ],
    wrong: [
      'The frame is lower than the figure: the theme gives frames a shape of its own. Choose fewer controls, or paste an iframe with a height.',
      'A notebook that is not trusted shows an empty output: run the cell again, or trust the notebook.',
    ],
  },
  {
    name: 'Quarto',
    forms: ['element', 'frame', 'file'],
    scripts: true,
    tried: '',
    steps: [
      'Copy the site’s files into a folder nine/ of the project, and list it under resources in _quarto.yml.',
      'Put the script line into include-in-header, and the element between ```{=html} and ``` where the figure belongs.',
      'An iframe in such a block works without any file in the project.',
      'In revealjs slides of Quarto the same block works; see reveal.js.',
    ],
    wrong: [
      'embed-resources: true packs scripts but not the engine they fetch: use the one file in an iframe instead.',
      'A file opened from disk loads no modules: look at it by quarto preview.',
    ],
  },
  {
    name: 'reveal.js',
    forms: ['element', 'frame', 'file', 'npm'],
    source: 'data-src',
    tried: 'reveal.js 6 in Chromium, as an element and as an iframe',
    steps: [
      'Put the script line into the head of the deck, and the element into a section.',
      'Give it a height, as style="height: 680px; overflow: auto", so that it fits the slide.',
      'Arrows turn slides, also after a click in the figure; a focused slider or text keeps its own keys.',
      'As an iframe use data-src: it loads when its slide comes, and the deck asks for its keys.',
    ],
    wrong: [
      'Pointing is off by a little: the deck scales its slides. Set width and height of the deck near the projector’s.',
      'Opened from disk nothing is drawn: browsers load no modules there. Serve the folder, or put the one file into an iframe.',
    ],
  },
  {
    name: 'Plain HTML',
    forms: ['element', 'frame', 'file', 'npm'],
    scripts: true,
    tried: 'pages with 12 elements and 20 iframes, sandboxes and strict policies, in Chromium',
    steps: [
      'Copy the site’s files into a folder of your site, or use the address where it is published.',
      'Put the script line into the page once, and an element for each figure. What stands inside it is shown without scripts.',
      "A policy must allow script-src 'self' 'wasm-unsafe-eval'; nothing else is needed.",
      'Listen to its change event to hear what a reader does; set its link to show something else.',
    ],
    wrong: [
      'From another origin modules load only with Access-Control-Allow-Origin; static hosts such as GitHub Pages send it.',
      'Opened from disk nothing is drawn: browsers load no modules there. Serve the folder, or take the one file.',
    ],
  },
];
