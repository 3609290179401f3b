import { loadReference } from '../../lib/api/reference.ts';
import { $dialogs, closeDialog } from '../../lib/stores/dialogs.ts';
import { $place, placeOf } from '../../lib/stores/place.ts';
import { $auth } from '../../lib/stores/session.ts';
import { focusWhenLost } from '../ui/focusWhenLost.ts';
import { $drawer } from './state.ts';

/** Follows the address, and loads what belongs to it. */
export function keepPlace(): () => void {
  const arrive = () => $place.set(placeOf(location.pathname));
  let settle = () => {};
  const swapped = () => {
    arrive();
    // A link of the shell keeps the focus. One of the page, or of a dialog, has gone: the keyboard goes on where the new page begins.
    settle();
    settle = focusWhenLost(() => document.querySelector<HTMLElement>('main'));
  };
  const leave = () => {
    // They were about the page that goes away; their place in the document goes with it.
    $drawer.set(false);
    for (const { id } of $dialogs.get()) closeDialog(id);
  };
  const reference = () => {
    const auth = $auth.get();
    const place = $place.get();
    if (auth.state === 'in' && place) void loadReference(place.path, auth.profile.id);
  };
  arrive();
  document.addEventListener('astro:after-swap', swapped);
  document.addEventListener('astro:page-load', arrive);
  document.addEventListener('astro:before-swap', leave);
  const stops = [$place.listen(reference), $auth.listen(reference)];
  return () => {
    document.removeEventListener('astro:after-swap', swapped);
    settle();
    document.removeEventListener('astro:page-load', arrive);
    document.removeEventListener('astro:before-swap', leave);
    for (const stop of stops) stop();
    $place.set(null);
  };
}
