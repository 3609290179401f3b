import type { Change } from './contract/core/log.ts';
import { formatAge, formatDateTime } from './format/date.ts';
import { isolate } from './format/isolate.ts';
import { formatNumber } from './format/number.ts';
import { counted, formatDuration, formatTtl } from './format/quantity.ts';
import { isLocale, type Locale, localeFacts } from './i18n/locales.ts';
import type { Translate } from './i18n/translator.ts';
import { href } from './routes/index.ts';
import { accountLogTitles } from './rules/account/logTitles.ts';
import { cdnLogTitles } from './rules/cdn/logTitles.ts';
import { cloudLogTitles } from './rules/cloud/logTitles.ts';
import { changeTitle, changeTurn, coreLogTitles } from './rules/core/log/title.ts';
import { financeLogTitles } from './rules/finance/logTitles.ts';
import { operatorLogTitles } from './rules/operator/logTitles.ts';
import { supportLogTitles } from './rules/support/logTitles.ts';
import { iso } from './time.ts';

const logTitles = [coreLogTitles, accountLogTitles, cdnLogTitles, cloudLogTitles, financeLogTitles, supportLogTitles, operatorLogTitles];

type Value = Change['changes'][number]['before'];

/** The text of a change in the log; `ui/ChangeList` renders it. */
export interface ChangeText {
  key: string;
  kind: 'add' | 'edit' | 'remove' | 'import' | 'pause' | 'resume' | 'live';
  title: string;
  /** The changed item: a technical name, left to right. */
  subject: string;
  /** The domain it belongs to. */
  place: { name: string; href: string } | null;
  /** The actor, if it wasn't the customer; in detailed form always, with the address. */
  by: string | null;
  /** In detailed form: method and origin. */
  from: string | null;
  /** `before` is null if there was no value or none is left. */
  fields: { key: string; label: string; before: string | null; after: string; isCode: boolean }[];
  /** Number of further fields, as text. */
  more: string | null;
  time: { iso: string; age: string; full: string };
}

/** Fields that a short list shows; the others repeat these or are technical. */
const shortFields: ReadonlySet<string> = new Set([
  ...['name', 'type', 'content', 'ttl', 'proxy', 'priority', 'weight', 'port', 'status', 'plan', 'cluster', 'language', 'operator'],
  ...['reason', 'until', 'created', 'updated', 'deleted'],
]);

/** By action. */
const kinds: Record<string, ChangeText['kind']> = { create: 'add', delete: 'remove', import: 'import' };

/** Fields that a short list shows. */
const VISIBLE_CHANGES = 2;
/** Fields that the audit log shows. */
const DETAILED = 20;

/**
 * Describes a change: what, where, when, and old and new values.
 * @param within the domain of the current page, which doesn't have to be named
 * @param isDetailed with all fields, the actor, method and origin, as in the audit log
 * @param isWhole of a single entry: no field is left out
 */
export function describeChange(
  t: Translate,
  locale: Locale,
  change: Change,
  within?: string,
  isDetailed = false,
  isWhole = false,
): ChangeText {
  const { id, action, entity, actor, domain, changes, time } = change;
  const turn = changeTurn(change, logTitles);
  const entries = isDetailed
    ? // The name of an added or removed item is next to the title.
      changes.filter(({ field }) => action === 'update' || field !== 'name')
    : turn
      ? []
      : changes.filter(
          (one) => shortFields.has(one.field) && (action === 'update' || isValueOfRecord(entity.type, one.field) || isCount(action, one)),
        );
  const fields = entries
    .slice(0, isWhole ? entries.length : isDetailed ? DETAILED : counting.has(action) ? counts.size : VISIBLE_CHANGES)
    .map((one) => fieldText(t, locale, action, one));
  const rest = entries.length - fields.length;
  return {
    key: id,
    kind: turn?.kind ?? kinds[action] ?? 'edit',
    title: t(changeTitle(change, logTitles)),
    subject: isMoment(entity.name) ? formatDateTime(entity.name, locale) : entity.name,
    place:
      domain && entity.type !== 'domain' && domain.id !== within
        ? { name: domain.name, href: href('overview', { domain: domain.name }) }
        : null,
    by:
      actor.type === 'system'
        ? t('log:by.system')
        : actor.type === 'support'
          ? t('log:by.support')
          : actor.type === 'apiKey'
            ? t('log:by.apiKey', { name: actor.name })
            : isDetailed
              ? actor.name
              : null,
    from: isDetailed ? [t(`log:via.${change.via}`), change.ip && isolate(change.ip)].filter(Boolean).join(' · ') : null,
    fields,
    more: rest > 0 ? t('log:more', counted(rest, locale)) : null,
    time: { iso: time, age: formatAge(time, locale), full: formatDateTime(time, locale) },
  };
}

/** A changed field in words. */
export const fieldText = (
  t: Translate,
  locale: Locale,
  action: string,
  { field, label, before, after, beforeText, afterText }: Change['changes'][number],
): ChangeText['fields'][number] => ({
  key: field,
  label,
  before: action === 'update' ? formatChangeValue(t, locale, field, beforeText ?? before) : null,
  after: formatChangeValue(t, locale, field, action === 'delete' ? (beforeText ?? before) : (afterText ?? after)),
  isCode: field === 'content' || field === 'name' || /[/@<>{}]|^[\d.:a-f]{7,}$/i.test(String(after ?? before)),
});

/** Changes of many records at once. */
const counting: ReadonlySet<string> = new Set(['batch', 'import']);
/** How many records they added, changed and deleted. */
const counts: ReadonlySet<string> = new Set(['created', 'updated', 'deleted']);
const isCount = (action: string, { field, after }: Change['changes'][number]) => counting.has(action) && counts.has(field) && after !== 0;

/** A new or deleted record is identified by its value; its other fields would only repeat its name. */
const isValueOfRecord = (type: string, field: string) => type === 'dnsRecord' && field === 'content';

const statuses = ['active', 'inactive', 'pending', 'pendingNsChange'] as const;
const planCodes = ['free', 'eco', 'com', 'pro', 'ent'] as const;
const isIn = <V extends string>(list: readonly V[], value: Value): value is V => (list as readonly Value[]).includes(value);

/** ISO 8601 in UTC, as the provider stores times. */
const isMoment = (value: Value): boolean => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value);

function formatChangeValue(t: Translate, locale: Locale, field: string, value: Value): string {
  if (value === null || value === '') return t('log:value.none');
  if (typeof value === 'boolean') return t(value ? 'log:value.on' : 'log:value.off');
  if (field === 'ttl') return typeof value === 'number' ? formatTtl(value, locale) : t('log:value.auto');
  if (field === 'status' && isIn(statuses, value)) return t(`common:domainStatus.${value}`);
  if (field === 'plan' && isIn(planCodes, value)) return t(`common:plan.${value}`);
  if (typeof value === 'number')
    return /(At|Until|From|expires)$/.test(field) && value > 1e11
      ? formatDateTime(iso(value), locale)
      : formatNumber(value, locale, { maximumFractionDigits: 6 });
  if (isMoment(value)) return formatDateTime(String(value), locale);
  if (field === 'language') return isLocale(value) ? localeFacts[value].name : value;
  return /^[[{]/.test(value) ? formatChangeList(t, locale, value) : value;
}

const units: ReadonlySet<unknown> = new Set(['s', 'm', 'h', 'd', 'M']);
const isDuration = (value: object): value is Parameters<typeof formatDuration>[0] =>
  'unit' in value && units.has(value.unit) && 'value' in value && typeof value.value === 'number' && Object.keys(value).length === 2;

/** A list or an object, which the log has as JSON: a duration in words, and of others what they contain. */
function formatChangeList(t: Translate, locale: Locale, text: string): string {
  const format = (value: unknown): string => {
    if (Array.isArray(value)) return value.length === 0 ? t('log:value.none') : value.map(format).join(', ');
    if (typeof value !== 'object' || value === null) return formatChangeValue(t, locale, '', (value ?? null) as Value); // JSON has no other values
    if (isDuration(value)) return formatDuration(value, locale);
    return Object.entries(value)
      .map(([name, one]) => `${name}: ${format(one)}`)
      .join(', ');
  };
  try {
    return format(JSON.parse(text));
  } catch {
    // Cut, or a text that looks like a list.
    return text;
  }
}
