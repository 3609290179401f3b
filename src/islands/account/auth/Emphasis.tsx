import { Fragment, type ReactNode } from 'react';

/** A placeholder for an element; doesn't occur in any text. */
export const slot = (index: number): string => `\u0001${index}\u0001`;

/** A text with the params `slot(0)`, `slot(1)` …, which are replaced by elements. */
export function Emphasis({ text, parts }: { text: string; parts: readonly ReactNode[] }) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the mark that no text contains
  return text.split(/\u0001(\d)\u0001/).map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have no other name
    <Fragment key={index}>{index % 2 === 0 ? piece : parts[Number(piece)]}</Fragment>
  ));
}
