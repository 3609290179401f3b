/**
 * The logo as SVG, 32 × 32 units. Providers replace it together with `public/favicon.svg`.
 *
 * @param id unique on the page: the gradient has it
 * @param size width and height in px
 */
export const markSvg = (id: string, size: number): string =>
  `<svg width="${size}" height="${size}" viewBox="0 0 32 32" fill="none" aria-hidden="true"><defs><linearGradient id="mark-${id}" x1="3" y1="26" x2="29" y2="6" gradientUnits="userSpaceOnUse"><stop stop-color="#2299dd"/><stop offset="1" stop-color="#4cd7d3"/></linearGradient></defs><g stroke="url(#mark-${id})" stroke-width="3.6" stroke-linecap="round"><path d="M4 24.5V16.2a5.6 5.6 0 0 1 10.6-2.5l4.3 9.1a4.9 4.9 0 0 0 9.3-2.1V7.5"/><path d="M16.2 7.2c1.7-.9 3.9-.3 4.8 1.6l1 2.1" opacity=".55"/><path d="M10 24.2c.2-1.2.2-2.6.1-4" opacity=".55"/></g></svg>`;
