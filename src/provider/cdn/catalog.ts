/** EXAMPLE figures: a provider replaces them with its own. */
export const cdnCatalog = {
  /** Features that a TLD doesn't support. */
  unsupported: { ir: ['dnssec', 'customNs'] } as Record<string, readonly string[]>,
};
