import type { ComponentPropsWithRef } from 'react';
import { byDirection } from './keyboard.ts';

type Naming = Pick<ComponentPropsWithRef<'div'>, 'aria-label' | 'aria-labelledby' | 'aria-describedby'>;

/** A Headless UI `RadioGroup` as an element: labelled from outside, with arrow keys that follow the page's direction. */
export function RadioBox({ naming, onKeyDown, ...rest }: ComponentPropsWithRef<'div'> & { naming: Naming }) {
  return <div {...rest} {...naming} role="radiogroup" onKeyDown={(event) => onKeyDown?.(byDirection(event))} />;
}
