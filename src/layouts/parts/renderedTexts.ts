import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type IconName, icons } from './icons.ts';

const renderedTexts = new Map<string, string>();

/** The markup of an icon. A documentation page has a hundred icons of about ten kinds, so each is rendered once. */
export function drawIcon(name: IconName, size: number, className: string): string {
  const key = `${name} ${size} ${className}`;
  let markup = renderedTexts.get(key);
  if (markup === undefined) {
    // HTML parsers know the namespace, base.css sets what all icons share, and no style uses the icon's class.
    markup = renderToStaticMarkup(createElement(icons[name], { size, 'aria-hidden': true, className }))
      .replace(/ xmlns="[^"]+"/, '')
      .replace(' fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"', '')
      .replace(/><\/\w+>(?=<)/g, '/>')
      .replace(/ lucide-[\w-]+/, '');
    renderedTexts.set(key, markup);
  }
  return markup;
}
