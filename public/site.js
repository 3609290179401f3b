// Comfort on public pages; all of them work without it.
(() => {
  const root = document.documentElement;
  const saveLocale = (locale) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox ESR
    document.cookie = `nasim_locale=${locale}; Path=/; Max-Age=31536000; SameSite=Lax`;
    localStorage.setItem('nasim:locale', locale);
  };
  const menus = () => document.querySelectorAll('details[data-menu][open]');

  // The menu of a long documentation shows the open page, without moving the page itself.
  const stay = document.querySelector('.docs-stay');
  const open = stay?.querySelector('[aria-current]');
  if (open) stay.scrollTop = Math.max(0, open.getBoundingClientRect().bottom - stay.getBoundingClientRect().top - stay.clientHeight * 0.6);

  // Who is signed in goes to the panel: the two ways in become one. What is stored is a hint; the panel checks the session.
  try {
    if (localStorage.getItem('nasim:session')) {
      for (const link of document.querySelectorAll('a[data-open-panel]')) {
        link.href = '/dashboard';
        link.textContent = link.dataset.openPanel;
      }
      for (const link of document.querySelectorAll('a[data-signed-out]')) link.hidden = true;
    }
  } catch {}

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

  // Copies the Markdown of the page. It is promised to the clipboard while the click still counts, then fetched.
  addEventListener('click', ({ target }) => {
    const copy = target.closest('[data-copy-page]');
    if (!copy) return;
    const { copyPage, done, failed } = copy.dataset;
    const say = (words) => {
      copy.lastElementChild.textContent = words;
    };
    const words = copy.lastElementChild.textContent;
    const text = fetch(copyPage).then(async (answer) => {
      if (!answer.ok) throw new Error(answer.status);
      return new Blob([await answer.text()], { type: 'text/plain' });
    });
    // A browser that refuses the write before the text is there leaves nobody to hear of a failed fetch.
    text.catch(() => {});
    (async () => navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })]))()
      .then(
        () => say(done),
        () => say(failed),
      )
      .then(() => setTimeout(() => say(words), 2000));
  });

  // Tabs of one group are the same choice, on this page and on the next.
  const choose = (group, value) => {
    for (const tab of document.querySelectorAll('[data-tabs] [data-tab]'))
      if (tab.closest('[data-tabs]').dataset.tabs === group && tab.value === value) tab.checked = true;
  };
  try {
    for (const { dataset } of document.querySelectorAll('[data-tabs]'))
      choose(dataset.tabs, localStorage.getItem(`nasim:tabs:${dataset.tabs}`));
  } catch {}
  addEventListener('change', ({ target }) => {
    const group = target.matches('[data-tab]') && target.closest('[data-tabs]')?.dataset.tabs;
    if (!group) return;
    choose(group, target.value);
    try {
      localStorage.setItem(`nasim:tabs:${group}`, target.value);
    } catch {}
  });
  addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    for (const menu of menus()) {
      menu.open = false;
      menu.querySelector('summary').focus();
    }
  });

  // The languages' own names get the fonts of their scripts before they can be seen.
  const names = document.querySelector('[data-names]');
  if (names)
    new IntersectionObserver(
      (observed, observer) => {
        if (!observed.some(({ isIntersecting }) => isIntersecting)) return;
        names.dataset.near = '';
        observer.disconnect();
      },
      { rootMargin: '800px' },
    ).observe(names);

  // Another language was chosen before, or the browser asks for another: its own link says so, and nothing moves by itself.
  try {
    const chosen = localStorage.getItem('nasim:locale') ?? document.cookie.match(/nasim_locale=(\w+)/)?.[1];
    const linkOf = (lang) => document.querySelector(`[data-offer] a[lang="${lang}"]`);
    const asked = navigator.languages.map((tag) => tag.slice(0, 2)).find((lang) => lang === root.lang || linkOf(lang));
    const offer = linkOf(chosen ?? asked);
    // Who closes the offer of a chosen language sees it in the next window; a guess is not made twice.
    const memory = chosen ? sessionStorage : localStorage;
    if (offer && !memory.getItem('nasim:offer')) {
      offer.hidden = offer.closest('[data-offer]').hidden = false;
      offer.parentElement.querySelector('button').addEventListener('click', () => {
        offer.parentElement.hidden = true;
        memory.setItem('nasim:offer', 'no');
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
