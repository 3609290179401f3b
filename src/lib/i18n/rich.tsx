import { Fragment, type ReactNode } from 'react';
import type { TKey, TParams } from './keys.ts';
import type { Translate } from './translator.ts';

/** Texts don't contain this character, so it can mark the position of an element. */
const MARK = '\u0001';

/** A text with elements: `rich(t, 'dns:said.address', { name: <b>…</b> })`. The translation determines their order. */
export function rich(t: Translate, key: TKey, nodes: Readonly<Record<string, ReactNode>>, params: TParams = {}): ReactNode {
  const marks = Object.fromEntries(Object.keys(nodes).map((name) => [name, `${MARK}${name}${MARK}`]));
  return t(key, { ...params, ...marks })
    .split(MARK)
    .map((part, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text are their places
      <Fragment key={index}>{index % 2 === 1 ? nodes[part] : part}</Fragment>
    ));
}
