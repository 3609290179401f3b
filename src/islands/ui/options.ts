import type { ReactNode } from 'react';
import { latinDigits } from '../../lib/format/digits.ts';
import type { Icon } from './icon.ts';

/** One choice of a Select or Combobox. */
export interface Option<V extends string | number> {
  value: V;
  label: string;
  /** A second line. */
  description?: ReactNode;
  /** A short technical code before the label ("FRA"). */
  code?: string | undefined;
  icon?: Icon | undefined;
  /** Quiet text at the end: a price, a state. */
  end?: ReactNode;
  /** Why it cannot be chosen ("Full"). It stays visible. */
  reason?: string | undefined;
  /** The label is a technical value. */
  ltr?: boolean | undefined;
}

/**
 * Lower case without accents, Arabic forms of ی and ک made Persian, digits of any language made Latin, so that a search finds what
 * looks the same.
 */
export const folded = (text: string): string =>
  /[^\p{ASCII}]/u.test(text)
    ? latinDigits(text)
        .normalize('NFKD')
        .replace(/[\u0300-\u036f\u064b-\u065f\u200c]/g, '')
        .replace(/[يى]/g, 'ی')
        .replace(/ك/g, 'ک')
        .toLowerCase()
    : text.toLowerCase();

/** The options that have every word of the query in their label or code. */
export function matching<V extends string | number>(options: readonly Option<V>[], query: string): Option<V>[] {
  const words = folded(query).split(/\s+/);
  return options.filter(({ label, code }) => words.every((word) => folded(`${label} ${code ?? ''}`).includes(word)));
}
