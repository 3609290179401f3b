import { isSecretName } from '../../kernel/secrets.ts';

type Value = string | number | boolean | null;
export interface Difference {
  field: string;
  before: Value;
  after: Value;
}

/** Values are cut here: longer ones would only fill the list, or the dialog of one entry. */
export const lengths = { list: 500, detail: 10_000 } as const;

/** Fields that change with every write and mean nothing to a customer. */
const noise = new Set(['id', 'draft', 'version', 'updatedAt']);

const parseSnapshot = (json: string | null): Record<string, unknown> => {
  if (json === null) return {};
  const state: unknown = JSON.parse(json);
  return typeof state === 'object' && state !== null && !Array.isArray(state) ? (state as Record<string, unknown>) : { value: state };
};

function toValue(value: unknown, length: number): Value {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

/**
 * The fields that differ between two states of the change log, in the order in which they were logged.
 * @param before JSON, or null if it didn't exist; the same for `after`
 * @param length characters at which values are cut
 */
export function differences(before: string | null, after: string | null, length: number = lengths.list): Difference[] {
  const [old, now] = [parseSnapshot(before), parseSnapshot(after)];
  return [...new Set([...Object.keys(now), ...Object.keys(old)])]
    .filter((field) => !noise.has(field) && JSON.stringify(old[field] ?? null) !== JSON.stringify(now[field] ?? null))
    .map((field) => {
      // Secrets are never logged on purpose (`changes.ts`); fields named like one are masked all the same.
      const isSecret = isSecretName(field);
      return { field, before: isSecret ? null : toValue(old[field], length), after: isSecret ? null : toValue(now[field], length) };
    });
}
