import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type IconName, icons } from './icons.ts';

const drawn = new Map<string, string>();

/** The markup of an icon. A page of the documentation has a hundred of some ten kinds, so each kind is drawn once. */
export function drawIcon(name: IconName, size: number, className: string): string {
  const key = `${name} ${size} ${className}`;
  let markup = drawn.get(key);
  if (markup === undefined) {
    // A parser of HTML knows the namespace by itself, and no style asks for the icon's own name.
    markup = renderToStaticMarkup(createElement(icons[name], { size, 'aria-hidden': true, className }))
      .replace(/ xmlns="[^"]+"/, '')
      .replace(/ lucide-[\w-]+/, '');
    drawn.set(key, markup);
  }
  return markup;
}
