/** A part of the catalogue that operators changed; what has no row is as in the code. */
export interface CatalogItemTable {
  /** As in `provider/core/catalogItems.ts`. */
  section: string;
  item: string;
  /** JSON. */
  value: string;
  version: number;
  changedAt: number;
}
