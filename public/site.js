// Comfort on public pages; all of them work without it.
(() => {
  const root = document.documentElement;
  const saveLocale = (locale) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox ESR
    document.cookie = `nasim_locale=${locale}; Path=/; Max-Age=31536000; SameSite=Lax`;
    localStorage.setItem('nasim:locale', locale);
  };
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

    // The panel and the sign-in pages speak the language that was chosen, or else the one that was being read.
    const chosen = target.closest('[data-locale]');
    try {
      if (chosen || (target.closest('a[href^="/public/"]') && !localStorage.getItem('nasim:locale')))
        saveLocale(chosen?.dataset.locale ?? root.lang);
    } catch {}

    const copy = target.closest('[data-copy]');
    if (copy)
      navigator.clipboard?.writeText(copy.closest('figure').querySelector('code').textContent.trimEnd()).then(
        () => {
          const label = copy.querySelector('[data-label]');
          const words = label.textContent;
          label.textContent = copy.dataset.copy;
          setTimeout(() => (label.textContent = words), 1500);
        },
        () => {},
      );
  });
  addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    for (const menu of menus()) {
      menu.open = false;
      menu.querySelector('summary').focus();
    }
  });

  // Another language was chosen before: its own link says so, and nothing moves by itself.
  try {
    const offer = document.querySelector(`[data-offer] a[lang="${localStorage.getItem('nasim:locale')}"]`);
    if (offer && !sessionStorage.getItem('nasim:offer')) {
      offer.hidden = offer.closest('[data-offer]').hidden = false;
      offer.parentElement.querySelector('button').addEventListener('click', () => {
        offer.parentElement.hidden = true;
        sessionStorage.setItem('nasim:offer', 'no');
      });
    }
  } catch {}

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
