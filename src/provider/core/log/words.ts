import type { Change } from '../../../lib/contract/core/log.ts';
import type { TKey } from '../../../lib/i18n/keys.ts';
import type { Translate } from '../../../lib/i18n/translator.ts';
import { fieldLabel } from '../fieldLabel.ts';
import type { Difference } from './differences.ts';

/** Fields whose values are words of the API, such as `pending`: states, kinds, roles and actions. */
const wordFields: ReadonlySet<string> = new Set([
  ...[
    'state',
    'status',
    'stage',
    'impact',
    'kind',
    'mode',
    'defaultMode',
    'role',
    'level',
    'did',
    'method',
    'period',
    'decision',
    'request',
  ],
  ...[
    'access',
    'versioning',
    'action',
    'challengeType',
    'power',
    'accountType',
    'sensitivity',
    'health',
    'setupMode',
    'backendProtocol',
    'originCheck',
    'schedule',
  ],
]);

/** The name of a field that has no text: its words, as in "redirect url" for `redirect_url`. */
const spelled = (field: string): string =>
  field
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();

/** Of a field in a group of fields, such as `invoice.email`, the names of both. */
const fieldLabelText = (t: Translate, group: string, field: string): string =>
  field
    .split('.')
    .map((part) => {
      const label = fieldLabel(t, group, part);
      return label === part ? spelled(part) : label;
    })
    .join(' · ');

/** A word of the API, such as `pending`, in the reader's language; undefined: it isn't one. */
function valueText(t: Translate, field: string, value: unknown): string | undefined {
  if (!wordFields.has(field) || typeof value !== 'string' || !/^[a-z][A-Za-z]*$/.test(value)) return undefined;
  const word = t(`logField:value.${value}` as TKey); // may not exist: a missing text is its key, with or without the namespace
  return word.endsWith(`value.${value}`) ? undefined : word;
}

/** A duration is formatted by its reader, in the digits that they have chosen. */
const isDuration = (value: object): boolean => 'value' in value && 'unit' in value && Object.keys(value).length === 2;

/** What a list or an object contains, with the names of its fields. */
function labeled(t: Translate, group: string, field: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => labeled(t, group, field, one));
  if (typeof value !== 'object' || value === null || isDuration(value)) return valueText(t, field, value) ?? value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [fieldLabelText(t, group, name), labeled(t, group, name, one)]));
}

/** A value for people; undefined: it is the same for them. */
function differenceText(t: Translate, group: string, field: string, value: Difference['before']): string | undefined {
  if (typeof value !== 'string' || !/^[[{]/.test(value)) return valueText(t, field, value);
  try {
    return JSON.stringify(labeled(t, group, field, JSON.parse(value)));
  } catch {
    // A long one is cut.
    return undefined;
  }
}

/**
 * Names the fields of a change and the states among their values in the reader's language.
 * @param group of the call, whose forms have the labels
 */
export const inWords = (t: Translate, group: string, changes: readonly Difference[]): Change['changes'] =>
  changes.map((change) => {
    const { field, before, after } = change;
    const [beforeText, afterText] = [before, after].map((value) => differenceText(t, group, field, value));
    return {
      ...change,
      label: fieldLabelText(t, group, field),
      ...(beforeText !== undefined && { beforeText }),
      ...(afterText !== undefined && { afterText }),
    };
  });

/** The changed fields in one cell of a table. */
export const changesCsv = (changes: Change['changes']): string =>
  changes
    .map(({ label, before, after, beforeText, afterText }) => `${label}: ${beforeText ?? before ?? ''} → ${afterText ?? after ?? ''}`)
    .join('; ');
