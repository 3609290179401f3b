import { type FieldErrors, get, type Resolver, set } from 'react-hook-form';
import type { DnsRecord } from '../../../lib/contract/cdn/dns.ts';
import { latinDigits } from '../../../lib/format/digits.ts';
import { t } from '../../../lib/i18n/react.tsx';
import { join, recordFields, split } from '../../../lib/rules/cdn/dns/fields.ts';
import { splitTags } from '../../../lib/rules/cdn/dns/notes.ts';
import { type CheckedRecord, checkRecord, type Draft, type Problem } from '../../../lib/rules/cdn/dns/record.ts';
import { clash, RecordIndex } from '../../../lib/rules/cdn/dns/recordConflicts.ts';
import { canProxy, type RecordType } from '../../../lib/rules/core/dnsTypes.ts';
import { type RecordLike, recordFormData } from './data.ts';

/** The form values: the name, and the record's data by the fields of its type. */
export interface RecordValues {
  type: RecordType;
  name: string;
  parts: Record<string, string>;
  /** `auto`, a preset in seconds, or `custom` with `seconds` beside it. */
  ttl: string;
  seconds: string;
  proxy: boolean;
  comment: string;
  /** Separated by spaces or commas. */
  tags: string;
}

/** TTL presets, in seconds. */
export const offeredTtls = [60, 300, 1800, 3600, 86_400] as const;

/** The most common option comes first. */
const fieldDefaults = (type: RecordType): Record<string, string> =>
  Object.fromEntries(
    recordFields[type].map(({ name, kind, options, example }) => [
      name,
      kind === 'choice' ? (options?.find((option) => option.value === example)?.value ?? '') : kind === 'number' ? example : '',
    ]),
  );

/**
 * The initial values of a new record of a type. Input for another type is retained if both have the field.
 * @param startsProxied the domain's setting for new records
 */
export function emptyValues(type: RecordType, before?: RecordValues, startsProxied = true): RecordValues {
  const parts = fieldDefaults(type);
  if (before)
    for (const { name, kind } of recordFields[type]) if (kind !== 'choice' && before.parts[name]) parts[name] = before.parts[name];
  return {
    type,
    name: before?.name ?? '',
    parts,
    ttl: before?.ttl ?? 'auto',
    seconds: before?.seconds ?? '',
    proxy: (before?.proxy ?? startsProxied) && canProxy(type),
    comment: before?.comment ?? '',
    tags: before?.tags ?? '',
  };
}

export function toFormValues(record: RecordLike): RecordValues {
  const isOffered = record.ttl === 'auto' || offeredTtls.some((ttl) => ttl === record.ttl);
  return {
    type: record.type,
    name: record.name,
    parts: { ...fieldDefaults(record.type), ...split(recordFormData(record)) },
    ttl: isOffered ? String(record.ttl) : 'custom',
    seconds: isOffered ? '' : String(record.ttl),
    proxy: record.proxy,
    comment: record.comment ?? '',
    tags: record.tags?.join(', ') ?? '',
  };
}

export function recordDraft({ type, name, parts, ttl, seconds, proxy, comment, tags }: RecordValues): Draft {
  const text = ttl === 'custom' ? latinDigits(seconds).trim() : ttl;
  return {
    name: name.trim(),
    type,
    ...join(type, parts),
    ttl: text === 'auto' ? 'auto' : /^\d+$/.test(text) ? Number(text) : Number.NaN,
    proxy: canProxy(type) && proxy,
    comment,
    tags: splitTags(tags),
  };
}

/** The field of an error: the part of the content if known, else the first editable one. */
function problemField({ field, part }: Problem, type: RecordType): string {
  const parts = recordFields[type];
  const has = (name: string | undefined) => parts.some((one) => one.name === name);
  if (field === 'ttl') return 'seconds';
  if (has(part)) return `parts.${part}`;
  if (has(field)) return `parts.${field}`;
  if (field !== 'content') return field;
  return `parts.${(parts.find(({ kind }) => kind !== 'choice' && kind !== 'number') ?? parts[0])?.name}`;
}

/** The existing records beside a new or edited one. */
export const indexWithout = (records: readonly DnsRecord[], recordId?: string): RecordIndex =>
  new RecordIndex(records.filter(({ id }) => id !== recordId).map(recordFormData));

/**
 * Validates the form with the rules shared with the provider (`lib/rules/cdn/dns`), so that the messages are the same.
 * @param isStrict false before the first attempt to save: empty fields aren't errors yet
 */
export function resolverFor(
  zone: string,
  around: () => RecordIndex,
  isStrict: () => boolean,
): Resolver<RecordValues, unknown, CheckedRecord> {
  return (values) => {
    const checked = checkRecord(recordDraft(values), { zone });
    const errors: Record<string, unknown> = {};
    const reported = new Set<string>();
    const add = (place: string, type: string, message: string) => {
      if (reported.has(place) || (!isStrict() && get(values, place) === '')) return;
      reported.add(place);
      set(errors, place, { type, message });
    };
    if (checked.ok) {
      const fault = clash(around(), checked.record);
      if (!fault) return { values: checked.record, errors: {} };
      add('name', 'clash', t(fault.key, fault.params));
    } else for (const problem of checked.problems) add(problemField(problem, values.type), problem.field, t(problem.key, problem.params));
    return { values: {}, errors: errors as FieldErrors<RecordValues> }; // built by the paths of RecordValues
  };
}
