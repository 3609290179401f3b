import type { ComboboxProps } from './overlay/Combobox.tsx';
import { useOverlay } from './overlay.ts';

/** Chooses one of many by typing. A bottom sheet with a search field at 1190 px or less. */
export function Combobox<V extends string | number>(props: ComboboxProps<V>) {
  const parts = useOverlay(true);
  // A placeholder until its script has loaded, which is requested before a form can be opened.
  return parts ? <parts.Combobox {...props} /> : <div className={`input input-${props.size ?? 'md'}`} data-disabled />;
}
