/** After the focused element is gone, and again when a sheet has finished closing (--t-slow). */
const LOOKS_MS = [0, 350];

/**
 * Moves the focus when the element that had it was removed: otherwise the keyboard starts again at the top of the document.
 * An existing focus is left alone.
 * @returns cancels it: return it from the effect, so that it doesn't act on a page that is gone
 */
export function focusWhenLost(place: () => HTMLElement | null | undefined): () => void {
  const page = document;
  const looks = LOOKS_MS.map((wait) =>
    setTimeout(() => {
      const { activeElement, body } = page;
      if (activeElement === null || activeElement === body) place()?.focus({ preventScroll: true });
    }, wait),
  );
  return () => looks.forEach(clearTimeout);
}
