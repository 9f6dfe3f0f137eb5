// For React 19: all of the package, and <nine-fold> in JSX with its attributes and its events.
import type {DetailedHTMLProps, HTMLAttributes} from 'react';
import type {
  NineFold,
  NineFoldAnswer,
  NineFoldAttributes,
  NineFoldChange,
  NineFoldFailed,
} from './public.js';

export * from './public.js';

type Given = DetailedHTMLProps<HTMLAttributes<NineFold>, NineFold>;

interface NineFoldProps extends Omit<Given, 'onChange'>, NineFoldAttributes {
  /** After each change, once its figure stands. React 19 listens to an element's own events so. */
  onchange?: (event: CustomEvent<NineFoldChange>) => void;
  /** Once all that a link asks has been judged on the figure that stands. */
  onanswer?: (event: CustomEvent<NineFoldAnswer>) => void;
  /** Each time that a figure cannot be made. */
  onfailed?: (event: CustomEvent<NineFoldFailed>) => void;
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'nine-fold': NineFoldProps;
    }
  }
}
