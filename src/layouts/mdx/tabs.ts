const counts = new WeakMap<Request, number>();

/** A name for the next tabs of a page. Pages are drawn side by side, so each counts its own. */
export function nextTabs(page: Request): string {
  const place = (counts.get(page) ?? 0) + 1;
  counts.set(page, place);
  return `tabs-${place}`;
}
