import type { ReactElement } from 'react';
import type { Icon } from './icon.ts';

const drawn = new WeakMap<Icon, ReactElement>();

/**
 * One element for all places of an icon: React passes over it where what is around it is drawn anew, as rows of a list and its search
 * field are with each key. Drawing an icon takes as long as drawing the button that it is in.
 */
export function still(Icon: Icon): ReactElement {
  const known = drawn.get(Icon);
  if (known) return known;
  const made = <Icon aria-hidden />;
  drawn.set(Icon, made);
  return made;
}
