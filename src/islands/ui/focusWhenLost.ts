/** After the element with the focus is gone, and once more when a sheet has finished leaving (--t-slow). */
const LOOKS_MS = [0, 350];

/**
 * Gives the focus a place when what held it has left the page: without one, a keyboard starts again at the top of the document.
 * A focus that is somewhere stays there.
 * @returns gives up looking: an effect hands it on, so that nothing looks at a page that is gone
 */
export function focusWhenLost(place: () => HTMLElement | null | undefined): () => void {
  const looks = LOOKS_MS.map((wait) =>
    setTimeout(() => {
      const { activeElement } = document;
      if (activeElement === null || activeElement === document.body) place()?.focus({ preventScroll: true });
    }, wait),
  );
  return () => looks.forEach(clearTimeout);
}
