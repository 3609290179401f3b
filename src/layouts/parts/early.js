(() => {
  // A press on a button, checkbox or card of an island before its script has started takes effect once it has, instead of being lost.
  const replay = (button) => {
    const init = { bubbles: true, cancelable: true, composed: true, button: 0, detail: 1 };
    const pointer = { ...init, isPrimary: true, pointerType: 'mouse' };
    button.dispatchEvent(new PointerEvent('pointerdown', pointer));
    button.dispatchEvent(new MouseEvent('mousedown', init));
    button.focus();
    button.dispatchEvent(new PointerEvent('pointerup', pointer));
    button.dispatchEvent(new MouseEvent('mouseup', init));
    button.click();
  };
  // The note about demo data is no island: every page would load its script.
  const hide = (button) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox ESR
    document.cookie = `${button.dataset.hides}=1; Path=/; Max-Age=31536000; SameSite=Lax`;
    button.closest('.shell').classList.remove('has-strip');
    button.parentElement.remove();
    document.getElementById('main')?.focus();
  };
  let last;
  // Only the last press counts: two would open and close a menu.
  const wait = (button, island) => {
    last = button;
    island.addEventListener('astro:hydrate', () => button === last && button.isConnected && replay(button), { once: true });
  };
  addEventListener('click', (event) => {
    const button = event.target.closest?.('button, input[type=checkbox], [role=radio]');
    if (button?.dataset.hides) return hide(button);
    const island = button?.closest('astro-island[ssr]');
    if (!island) return;
    // Its island decides whether it is checked.
    if (button.localName === 'input') event.preventDefault();
    wait(button, island);
  });
  addEventListener('keydown', (event) => {
    if (event.code !== 'KeyK' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    const button = document.querySelector('[aria-keyshortcuts~="Control+K"]');
    const island = button?.closest('astro-island[ssr]');
    if (!island) return;
    // The browser's own search.
    event.preventDefault();
    wait(button, island);
  });
})();
