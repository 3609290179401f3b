// Comfort on public pages; all of them work without it.
(() => {
  const root = document.documentElement;
  const menus = () => document.querySelectorAll('details[data-menu][open]');

  // A menu closes when the visitor clicks elsewhere or presses Escape, and gives the focus back.
  addEventListener('click', ({ target }) => {
    for (const menu of menus()) if (!menu.contains(target)) menu.open = false;

    if (target.closest('[data-theme-toggle]')) {
      root.dataset.theme = root.dataset.theme === 'dark' ? 'light' : 'dark';
      try {
        localStorage.setItem('nasim:theme', root.dataset.theme);
      } catch {}
    }

    const copy = target.closest('[data-copy]');
    if (copy)
      navigator.clipboard?.writeText(copy.closest('figure').querySelector('code').innerText.trimEnd()).then(() => {
        const label = copy.querySelector('[data-label]');
        const words = label.textContent;
        label.textContent = copy.dataset.copy;
        setTimeout(() => (label.textContent = words), 1500);
      }, () => {});
  });
  addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    for (const menu of menus()) {
      menu.open = false;
      menu.querySelector('summary').focus();
    }
  });

  // The contents of a guide mark the heading that is being read.
  const links = new Map([...document.querySelectorAll('[data-contents] a')].map((link) => [decodeURIComponent(link.hash.slice(1)), link]));
  const headings = [...links.keys()].map((id) => document.getElementById(id)).filter(Boolean);
  if (headings.length) {
    const mark = () => {
      const read = headings.findLast((heading) => heading.getBoundingClientRect().top < 140) ?? headings[0];
      for (const [id, link] of links) id === read.id ? link.setAttribute('aria-current', 'true') : link.removeAttribute('aria-current');
    };
    addEventListener('scroll', mark, { passive: true });
    mark();
  }
})();
