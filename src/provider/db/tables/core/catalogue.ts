/** A part of the catalogue that operators changed; what has no row is as in the code. */
export interface CatalogueItemTable {
  /** As in `provider/core/catalogueItems.ts`. */
  section: string;
  item: string;
  /** JSON. */
  value: string;
  version: number;
  changedAt: number;
}
