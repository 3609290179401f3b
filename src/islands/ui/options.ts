import type { ReactNode } from 'react';
import { folded, spaced } from '../../lib/format/fold.ts';
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
  /** Muted text at the end: a price, a state. */
  end?: ReactNode;
  /** Why it is disabled ("Full"). It stays visible. */
  reason?: string | undefined;
  /** The label is a technical value. */
  ltr?: boolean | undefined;
}

export { folded };

/**
 * The options whose label or code contains every word of the query: first those whose code or label starts with the query, then those
 * with a later word that does, then the rest, each in the given order.
 */
export function matching<V extends string | number>(options: readonly Option<V>[], query: string): Option<V>[] {
  const wanted = folded(query).trim();
  const words = folded(spaced(query)).trim().split(/\s+/);
  const rank = ({ label, code }: Option<V>): number => {
    const text = folded(label);
    if (folded(code ?? '') === wanted || text.startsWith(wanted)) return 0;
    return text.includes(` ${wanted}`) ? 1 : 2;
  };
  return options
    .filter(({ label, code }) => words.every((word) => folded(`${label} ${code ?? ''}`).includes(word)))
    .map((option) => ({ option, rank: rank(option) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ option }) => option);
}
