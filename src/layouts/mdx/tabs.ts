const counts = new WeakMap<Request, number>();

/** A unique name for the next tabs of a page. Pages are rendered in parallel, so each has its own counter. */
export function nextTabs(page: Request): string {
  const place = (counts.get(page) ?? 0) + 1;
  counts.set(page, place);
  return `tabs-${place}`;
}
