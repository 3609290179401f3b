// Search of the questions, and the answer that the address names. All of them are there without it.
(() => {
  const field = document.querySelector('[data-search]');
  const status = document.querySelector('[data-found]');
  const texts = JSON.parse(status.dataset.found);
  const { intl } = status.dataset;
  const number = new Intl.NumberFormat(intl);
  const plural = new Intl.PluralRules(intl);

  // As people type: without marks, in any of the forms of a letter, with the digits of any script.
  const fold = (text) =>
    text
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[\p{M}\u200c-\u200f\u0640]/gu, '')
      .replace(/[يى]/g, 'ی')
      .replace(/ك/g, 'ک')
      .replace(/ة/g, 'ه')
      .replace(/[٠-٩۰-۹]/g, (digit) => digit.charCodeAt(0) & 15);
  const topics = [...document.querySelectorAll('[data-topic]')].map((section) => ({
    section,
    link: document.querySelector(`[href="#${section.getAttribute('aria-labelledby')}"]`).parentElement,
    name: fold(section.querySelector('h2').textContent),
    entries: [...section.querySelectorAll('[data-entry]')].map((entry) => ({ entry, text: fold(entry.textContent) })),
  }));

  function search() {
    const words = fold(field.value).split(/\s+/).filter(Boolean);
    const found = [];
    for (const { section, link, name, entries } of topics) {
      let some = false;
      for (const { entry, text } of entries) {
        const hit = words.every((word) => text.includes(word) || name.includes(word));
        entry.hidden = !hit;
        entry.open = false;
        some ||= hit;
        if (hit) found.push(entry);
      }
      section.hidden = link.hidden = !some;
    }
    // A few answers are read faster than opened.
    if (words.length && found.length <= 3) for (const entry of found) entry.open = true;
    const count = found.length;
    status.textContent = words.length ? (count ? texts[plural.select(count)].replace('#', number.format(count)) : texts.none) : '';
    const address = new URL(location.href);
    words.length ? address.searchParams.set('q', field.value.trim()) : address.searchParams.delete('q');
    history.replaceState(null, '', address);
  }
  field.addEventListener('input', search);
  field.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !field.value) return;
    field.value = '';
    search();
  });

  function show() {
    const entry = document.getElementById(decodeURIComponent(location.hash.slice(1)))?.closest('[data-entry]');
    if (!entry) return;
    if (entry.hidden) {
      field.value = '';
      search();
    }
    entry.open = true;
    entry.scrollIntoView();
  }
  addEventListener('hashchange', show);

  field.value = new URLSearchParams(location.search).get('q') ?? '';
  if (field.value) search();
  show();
})();
