// <nine-fold> in JSX: its attributes and all its events, and no others.
import 'ninefold/react';
import type {JSX} from 'react';

type Props = JSX.IntrinsicElements['nine-fold'];

const told: string[] = [];

export const props: Props = {
  link: '1;seed=7',
  theme: 'dark',
  className: 'figure',
  onchange: ({detail}) => told.push(detail.link, detail.check),
  onanswer: ({detail}) => told.push(detail.question, `${detail.met} of ${detail.asked.length}`),
  onfailed: ({detail}) => told.push(detail.link, detail.error.message),
};

// @ts-expect-error React's own event is another one
props.onChange = () => {};
// @ts-expect-error an answer has no verdict
props.onanswer = ({detail}) => told.push(detail.verdict);
