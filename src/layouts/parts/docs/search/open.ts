/*
 * Opens the search: by its button, `/`, ⌘K or Ctrl K, and when the address has `?q=`. The engine is only loaded then.
 */
const WRITING = 'input, textarea, select, [contenteditable="true"], dialog[open]';

async function open(text?: string): Promise<void> {
  const dialog = document.querySelector<HTMLDialogElement>('[data-search-dialog]');
  const input = dialog?.querySelector('input');
  if (!dialog || !input) return;
  // Immediately, so that input typed while the rest loads isn't lost.
  if (!dialog.open) dialog.showModal();
  if (text !== undefined) input.value = text;
  input.select();
  try {
    await import(/* @vite-ignore */ dialog.dataset.searchDialog ?? '');
    dispatchEvent(new Event('nasim:search'));
  } catch {
    // A newer version of the site is deployed, or there is no connection: go to the list of all pages.
    location.assign(document.querySelector<HTMLElement>('[data-search-open]')?.dataset.searchOpen ?? '/docs');
  }
}

addEventListener('click', ({ target }) => {
  if (target instanceof Element && target.closest('[data-search-open]')) void open();
});
addEventListener('keydown', (event) => {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey, repeat, isComposing, target } = event;
  if (repeat || isComposing || altKey) return;
  const chord = (ctrlKey || metaKey) && !shiftKey && (code === 'KeyK' || key.toLowerCase() === 'k');
  const isWriting = target instanceof Element && target.closest(WRITING);
  if (!chord && (key !== '/' || ctrlKey || metaKey || isWriting || singleKeysOff())) return;
  event.preventDefault();
  void open();
});

const requestedQuery = new URLSearchParams(location.search).get('q');
if (requestedQuery) void open(requestedQuery);

/** Users of speech input can turn off single-key shortcuts in the panel (WCAG 2.1.4). */
function singleKeysOff(): boolean {
  try {
    return localStorage.getItem('nasim:shortcuts') === 'off';
  } catch {
    return false;
  }
}
