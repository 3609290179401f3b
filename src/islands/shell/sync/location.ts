import { loadReference } from '../../../browser/api/reference.ts';
import { $dialogs, closeDialog } from '../../../browser/stores/dialogs.ts';
import { $location, parseLocation } from '../../../browser/stores/location.ts';
import { $auth } from '../../../browser/stores/session.ts';
import { focusWhenLost } from '../../ui/focusWhenLost.ts';
import { $drawer } from '../state.ts';

/** Follows the address, and loads what belongs to it. */
export function syncLocation(): () => void {
  const arrive = () => $location.set(parseLocation(location.pathname));
  let settle = () => {};
  const swapped = () => {
    arrive();
    // A link of the shell keeps the focus. One of the page or a dialog is gone: the focus moves to the start of the new page.
    settle();
    settle = focusWhenLost(() => document.querySelector<HTMLElement>('main'));
  };
  const leave = () => {
    // Drawer and dialogs belong to the previous page.
    $drawer.set(false);
    for (const { id } of $dialogs.get()) closeDialog(id);
  };
  const reference = () => {
    const auth = $auth.get();
    const here = $location.get();
    if (auth.state === 'in' && here) void loadReference(here.path, auth.profile.id);
  };
  arrive();
  document.addEventListener('astro:after-swap', swapped);
  document.addEventListener('astro:page-load', arrive);
  document.addEventListener('astro:before-swap', leave);
  const stops = [$location.listen(reference), $auth.listen(reference)];
  return () => {
    document.removeEventListener('astro:after-swap', swapped);
    settle();
    document.removeEventListener('astro:page-load', arrive);
    document.removeEventListener('astro:before-swap', leave);
    for (const stop of stops) stop();
    $location.set(null);
  };
}
