import type { ReactNode } from 'react';
import type { Option } from './options.ts';
import { useOverlay } from './overlay.ts';

export interface ComboboxProps<V extends string | number> {
  value: V | null;
  onChange: (value: V) => void;
  options: readonly Option<V>[];
  /** Its name: for screen readers if it is not in a `Field`, and the title of the sheet on small screens. */
  label: string;
  closeLabel: string;
  placeholder?: string | undefined;
  /** When nothing matches. */
  emptyText: ReactNode;
  /** For lists that the server searches: then `options` are shown unfiltered. */
  onQuery?: ((query: string) => void) | undefined;
  disabled?: boolean | undefined;
  size?: 'sm' | 'md' | 'lg' | undefined;
  /** The values are technical. */
  ltr?: boolean | undefined;
  onBlur?: (() => void) | undefined;
}

/** Chooses one of many by typing. A bottom sheet with a search field at 1190 px or less. */
export function Combobox<V extends string | number>(props: ComboboxProps<V>) {
  const parts = useOverlay(true);
  // A placeholder until its script has loaded, which is requested before a form can be opened.
  return parts ? <parts.Combobox {...props} /> : <div className={`input input-${props.size ?? 'md'}`} data-disabled />;
}
