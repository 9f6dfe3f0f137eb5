// What `ninefold/react` takes of React's types, in as few words as it takes. Those of React itself
// are tried in tests/bundlers.
export interface HTMLAttributes<T> {
  className?: string;
  onChange?: (event: {target: T}) => void;
}
export type DetailedHTMLProps<E, T> = E & {ref?: (element: T) => void};
export namespace JSX {
  interface IntrinsicElements {
    main: HTMLAttributes<HTMLElement>;
  }
}
