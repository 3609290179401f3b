(() => {
  const light = matchMedia('(prefers-color-scheme: light)');
  const first = document.documentElement;
  const saved = (key) => localStorage.getItem(key)?.replace(/"/g, '');
  const apply = (root) => {
    let theme;
    try {
      theme = saved('nasim:theme');
    } catch {
      theme = root.dataset.accountTheme;
    }
    root.dataset.theme = theme === 'light' || theme === 'dark' ? theme : light.matches ? 'light' : 'dark';
  };
  const again = () => apply(first);
  try {
    // What was chosen on this device before stays until the account has another theme.
    const theme = first.dataset.accountTheme;
    const known = saved('nasim:account-theme');
    if (theme && theme !== known) {
      if (known || !saved('nasim:theme')) localStorage.setItem('nasim:theme', theme);
      localStorage.setItem('nasim:account-theme', theme);
    }
  } catch {}
  again();
  light.addEventListener('change', again);
  addEventListener('storage', again);
  addEventListener('nasim:theme', again);
  document.addEventListener('astro:before-swap', ({ newDocument: { documentElement: root } }) => {
    // A page inside the panel comes without the profile.
    root.dataset.density ??= first.dataset.density ?? '';
    root.dataset.has ??= first.dataset.has ?? '';
    root.dataset.lacks ??= first.dataset.lacks ?? '';
    root.dataset.lacks ??= first.dataset.lacks ?? '';
    apply(root);
  });
  document.startViewTransition = undefined;
})();
