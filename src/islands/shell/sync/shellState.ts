import type { BeforePreparation } from '../../../browser/navigate.ts';

/**
 * Fetches pages of the panel without what this document already has: the shell and its texts are two thirds of a page, and of the
 * time to render it. The code for it is loaded with the first navigation.
 */
export function syncShellState(): () => void {
  // In development, the router's loader also fetches styles of islands.
  if (import.meta.env.DEV) return () => {};
  const begin = (event: Event) => {
    const preparation = event as BeforePreparation; // what the router sends
    const usual = preparation.loader;
    preparation.loader = () => import('../pages.ts').then(({ load }) => load(preparation, usual), usual);
  };
  // Registered before the listeners that wrap the loader with a question or the load bar.
  document.addEventListener('astro:before-preparation', begin, true);
  return () => document.removeEventListener('astro:before-preparation', begin, true);
}
