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
  let last;
  addEventListener('click', (event) => {
    const button = event.target.closest?.('button, input[type=checkbox], [role=radio]');
    const island = button?.closest('astro-island[ssr]');
    if (!island) return;
    // Its island decides whether it is checked.
    if (button.localName === 'input') event.preventDefault();
    last = button;
    // Only the last press counts: two would open and close a menu.
    island.addEventListener('astro:hydrate', () => button === last && button.isConnected && replay(button), { once: true });
  });
})();
