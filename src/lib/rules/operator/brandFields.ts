/** Characters of a note about a version. */
export const brandNoteLength = 200;

type Value = string | number | boolean;
/** A changed field of a brand; null: it wasn't there, or is no longer. */
export interface BrandFieldChange {
  /** As in `contact.email` or `links.0.href`. */
  field: string;
  before: Value | null;
  after: Value | null;
}

/** The fields of the JSON of a brand by path, without those that have no value. */
function flatten(value: unknown, path = ''): [string, Value][] {
  if (value === null || value === undefined || value === '') return [];
  if (typeof value !== 'object') return [[path, value as Value]]; // JSON has no other values
  return Object.entries(value).flatMap(([name, part]) => flatten(part, path === '' ? name : `${path}.${name}`));
}

/** What differs between two brands, by field. Both are JSON values. */
export function compareBrands(before: unknown, after: unknown): BrandFieldChange[] {
  const [old, now] = [new Map(flatten(before)), new Map(flatten(after))];
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((field) => ({ field, before: old.get(field) ?? null, after: now.get(field) ?? null }))
    .filter((change) => change.before !== change.after);
}
