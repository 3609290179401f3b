import tryScript from './try.ts?worker&url';

/* "Try it" is loaded when one is opened. A worker's URL avoids Vite's loader: see ../search/open.ts. */
for (const fold of document.querySelectorAll<HTMLDetailsElement>('[data-try]'))
  fold.addEventListener('toggle', async () => {
    if (!fold.open || fold.dataset.ready) return;
    await import(/* @vite-ignore */ tryScript);
    fold.dispatchEvent(new CustomEvent('nasim:try', { bubbles: true }));
  });
