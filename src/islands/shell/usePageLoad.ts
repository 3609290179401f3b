import { useEffect, useState } from 'react';
import type { BeforePreparation } from '../../browser/navigate.ts';

/** Whether the router is fetching the next page. */
export function usePageLoad(): boolean {
  const [active, setActive] = useState(false);
  useEffect(() => {
    const begin = (event: Event) => {
      const preparation = event as BeforePreparation; // what the router sends
      const load = preparation.loader;
      // A guard may delay the loader until the visitor has answered; the bar starts when it really runs.
      preparation.loader = () => {
        setActive(true);
        return load();
      };
    };
    const end = () => setActive(false);
    document.addEventListener('astro:before-preparation', begin);
    document.addEventListener('astro:page-load', end);
    return () => {
      document.removeEventListener('astro:before-preparation', begin);
      document.removeEventListener('astro:page-load', end);
    };
  }, []);
  return active;
}
