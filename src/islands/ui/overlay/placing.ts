/** Where a panel opens, for Headless UI's `anchor`: 6 px under its button, 8 px from the window's edges, above when there is more room. */
export const floats = (align: 'start' | 'end' | 'center') =>
  ({ to: align === 'center' ? 'bottom' : (`bottom ${align}` as const), gap: 6, padding: 8 }) as const;
