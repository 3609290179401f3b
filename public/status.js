// Renews the states once a minute while the page is looked at, and says so when it can't.
setInterval(async () => {
  if (document.hidden) return;
  const find = (page) => page.querySelector('[data-status]');
  const stale = document.querySelector('[data-stale]');
  try {
    const text = await (await fetch(location.href, { cache: 'no-store', signal: AbortSignal.timeout(15000) })).text();
    find(document).replaceWith(find(new DOMParser().parseFromString(text, 'text/html')));
    stale.hidden = true;
  } catch {
    stale.hidden = false;
  }
}, 60000);
