import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Change } from '../../../lib/contract/core/log.ts';
import type { Translate } from '../../../lib/i18n/translator.ts';
import { iso } from '../../../lib/time.ts';
import type { ChangeLogTable } from '../../db/tables/core/work.ts';
import { differences, lengths } from './differences.ts';
import { inWords } from './words.ts';

/** Longer states aren't loaded for a list: a removed zone of 10,000 records is a megabyte. */
const COMPARED = 65_536;

const small = (column: 'before' | 'after'): RawBuilder<string | null> =>
  sql`case when length(${sql.ref(column)}) > ${COMPARED} then null else ${sql.ref(column)} end`;
const isLarge = sql<number>`case when length(coalesce("before", '')) > ${COMPARED} or length(coalesce("after", '')) > ${COMPARED} then 1 else 0 end`;

/** What `showChange` needs of a row of the change log: `query.select(changeColumns)`. */
export const changeColumns = [
  'id',
  'time',
  'actorType',
  'actorName',
  'via',
  'ip',
  'group',
  'action',
  'entityType',
  'entityId',
  'entityName',
  'domainId',
  small('before').as('before'),
  small('after').as('after'),
  isLarge.as('large'),
] as const;

type Plain = Extract<(typeof changeColumns)[number], string>;
type Row = Pick<Selectable<ChangeLogTable>, Plain | 'before' | 'after'> & { large: number };

/**
 * A change log entry for the customer, for programs: without the values of secrets, and as changed fields rather than states.
 * @param domain the domain it belongs to, as long as the account has it
 */
export const showEntry = (row: Row, domain: { id: string; name: string } | null) => ({
  id: row.id,
  time: iso(row.time),
  // Customers see that it was support, not which person.
  actor: row.actorType === 'operator' ? { type: 'support' as const, name: '' } : { type: row.actorType, name: row.actorName },
  via: row.via,
  ip: row.ip,
  group: row.group,
  action: row.action,
  entity: { type: row.entityType, id: row.entityId, name: row.entityName },
  domain,
  changes: row.large ? [] : differences(row.before, row.after),
  complete: !row.large,
});

/** The same for people: with the names of fields and states. @param t in the reader's language */
export function showChange(row: Row, domain: { id: string; name: string } | null, t: Translate): Change {
  const entry = showEntry(row, domain);
  return { ...entry, changes: inWords(t, row.group, entry.changes) };
}

/** One entry with all its fields, whatever its size. */
export const showDetail = (row: Selectable<ChangeLogTable>, domain: { id: string; name: string } | null, t: Translate): Change => ({
  ...showEntry({ ...row, large: 0 }, domain),
  changes: inWords(t, row.group, differences(row.before, row.after, lengths.detail)),
});
