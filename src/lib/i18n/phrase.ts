import type { TKey } from './keys.ts';
import type { Translate } from './translator.ts';

/** Texts don't contain this character, so it can mark the position of a value. */
const MARK = '\u0001';

/**
 * A text that is repeated in every row of a long list: looked up once, then only filled in. Without plural forms.
 *
 * @param names all values of the text
 */
export function phrase<N extends string>(t: Translate, key: TKey, names: readonly N[]): (values: Readonly<Record<N, string>>) => string {
  const parts = t(key, Object.fromEntries(names.map((name) => [name, `${MARK}${name}${MARK}`]))).split(MARK);
  return (values) => parts.map((part, index) => (index % 2 === 1 ? values[part as N] : part)).join(''); // every second part is a name
}
