/** Scrolls a bar whose parts don't fit sideways, so that this part is in its middle. The page itself doesn't move. */
export function showInBar(part: HTMLElement | null): void {
  const bar = part?.parentElement;
  if (!part || !bar) return;
  const [inner, outer] = [part.getBoundingClientRect(), bar.getBoundingClientRect()];
  bar.scrollLeft += inner.x + inner.width / 2 - (outer.x + outer.width / 2);
}
