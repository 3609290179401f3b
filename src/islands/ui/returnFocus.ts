/** Returns the focus to the button of a panel that closes, unless the user has moved it by pressing elsewhere. */
export function returnFocus(button: HTMLElement | null): void {
  const { activeElement } = document;
  const isElsewhere = activeElement !== null && activeElement !== document.body && !activeElement.closest('.float, .sheet');
  if (!isElsewhere) button?.focus({ preventScroll: true });
}
