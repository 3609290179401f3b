(() => {
  const light = matchMedia('(prefers-color-scheme: light)');
  const apply = (root) => {
    if (root.hasAttribute('data-theme-fixed')) return;
    let saved;
    try {
      saved = localStorage.getItem('nasim:theme').replace(/"/g, '');
    } catch {}
    root.dataset.theme = saved === 'light' || saved === 'dark' ? saved : light.matches ? 'light' : 'dark';
  };
  const again = () => apply(document.documentElement);
  again();
  light.addEventListener('change', again);
  addEventListener('storage', again);
  addEventListener('nasim:theme', again);
  document.addEventListener('astro:before-swap', (event) => apply(event.newDocument.documentElement));
  document.startViewTransition = undefined;
})();
