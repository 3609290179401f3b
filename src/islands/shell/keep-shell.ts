import type { BeforePreparation } from '../../lib/navigate.ts';

/**
 * Fetches the pages of the panel without what this document has: its shell and its texts are two thirds of a page, and of the time to
 * make one. What does it comes with the first navigation.
 */
export function keepShell(): () => void {
  // In development the router's loader also fetches styles of islands.
  if (import.meta.env.DEV) return () => {};
  const begin = (event: Event) => {
    const preparation = event as BeforePreparation; // what the router sends
    const usual = preparation.loader;
    preparation.loader = () => import('./pages.ts').then(({ load }) => load(preparation, usual), usual);
  };
  // Before those that put a question or a bar in front of the loader.
  document.addEventListener('astro:before-preparation', begin, true);
  return () => document.removeEventListener('astro:before-preparation', begin, true);
}
