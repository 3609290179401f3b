import type { Change } from './contract/log.ts';
import { formatAge, formatDateTime } from './format/date.ts';
import { formatNumber } from './format/number.ts';
import { counted, formatTtl } from './format/quantity.ts';
import type { TKey } from './i18n/keys.ts';
import { isLocale, type Locale, localeFacts } from './i18n/locales.ts';
import type { Translate } from './i18n/translator.ts';
import { href } from './routes.ts';
import { titleOf, turnOf } from './rules/log/title.ts';

type Value = Change['changes'][number]['before'];

/** A change of the log in words; `ui/ChangeList` draws it. */
export interface SaidChange {
  key: string;
  kind: 'add' | 'edit' | 'remove' | 'import' | 'pause' | 'resume' | 'live';
  title: string;
  /** What was changed: a technical name, left to right. */
  subject: string;
  /** The domain it belongs to. */
  place: { name: string; href: string } | null;
  /** Who, where it was not the customer. */
  by: string | null;
  /** `before` is null where there was nothing or nothing is left. */
  fields: { key: string; label: string; before: string | null; after: string; isCode: boolean }[];
  /** How many fields more. */
  more: string | null;
  time: { iso: string; age: string; full: string };
}

/** Fields with a name of their own; the others repeat these or are for the machine. */
const labels: Record<string, TKey> = {
  name: 'log:field.name',
  type: 'log:field.type',
  content: 'log:field.content',
  ttl: 'log:field.ttl',
  proxy: 'log:field.proxy',
  priority: 'log:field.priority',
  weight: 'log:field.weight',
  port: 'log:field.port',
  status: 'log:field.status',
  plan: 'log:field.plan',
  cluster: 'log:field.cluster',
  language: 'log:field.language',
  created: 'log:field.created',
  updated: 'log:field.updated',
  deleted: 'log:field.deleted',
};

/** By the turn of a thing, else by what was done. */
const kinds: Record<string, SaidChange['kind']> = {
  create: 'add',
  delete: 'remove',
  import: 'import',
  pause: 'pause',
  resume: 'resume',
  live: 'live',
  disconnect: 'remove',
};

/** Fields that a short list shows. */
const SHOWN = 2;

/**
 * Says a change: what, of what, from what to what, where and when.
 * @param within the domain whose page this is: it need not be named
 */
export function sayChange(t: Translate, locale: Locale, change: Change, within?: string): SaidChange {
  const { id, action, entity, actor, domain, changes, time } = change;
  const turn = turnOf(change);
  const told = turn
    ? []
    : changes.filter(
        (one) => labels[one.field] && (action === 'update' || isValueOfRecord(entity.type, one.field) || isCount(action, one)),
      );
  const fields = told.slice(0, action === 'batch' ? counts.size : SHOWN).map(({ field, before, after }) => ({
    key: field,
    label: t(labels[field] ?? 'log:field.name'),
    before: action === 'update' ? sayValue(t, locale, field, before) : null,
    after: sayValue(t, locale, field, action === 'delete' ? before : after),
    isCode: field === 'content' || field === 'name',
  }));
  const rest = told.length - fields.length;
  return {
    key: id,
    kind: kinds[turn ?? action] ?? 'edit',
    title: t(titleOf(change)),
    subject: entity.name,
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
            : null,
    fields,
    more: rest > 0 ? t('log:more', counted(rest, locale)) : null,
    time: { iso: time, age: formatAge(time, locale), full: formatDateTime(time, locale) },
  };
}

/** How many records a batch added, changed and deleted. */
const counts: ReadonlySet<string> = new Set(['created', 'updated', 'deleted']);
const isCount = (action: string, { field, after }: Change['changes'][number]) => action === 'batch' && counts.has(field) && after !== 0;

/** A new or deleted record is known by its value; its other fields would only repeat its name. */
const isValueOfRecord = (type: string, field: string) => type === 'dnsRecord' && field === 'content';

function sayValue(t: Translate, locale: Locale, field: string, value: Value): string {
  if (value === null || value === '') return t('log:value.none');
  if (typeof value === 'boolean') return t(value ? 'log:value.on' : 'log:value.off');
  if (counts.has(field) && typeof value === 'number') return formatNumber(value, locale);
  if (field === 'ttl') return typeof value === 'number' ? formatTtl(value, locale) : t('log:value.auto');
  // What a handler logs of these is of the contract.
  if (field === 'status') return t(`common:domainStatus.${value}` as TKey);
  if (field === 'plan') return t(`common:plan.${value}` as TKey);
  if (field === 'language') return isLocale(value) ? localeFacts[value].name : String(value);
  return String(value);
}
