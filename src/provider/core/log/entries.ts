import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Change } from '../../../lib/contract/core/log.ts';
import type { ChangeLogTable } from '../../db/tables/core/work.ts';
import { differences, lengths } from './differences.ts';

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
 * A change log entry for the customer: without the values of secrets, and as changed fields rather than states.
 * @param domain the domain it belongs to, as long as the account has it
 */
export const showChange = (row: Row, domain: { id: string; name: string } | null): Change => ({
  id: row.id,
  time: new Date(Number(row.time)).toISOString(),
  // Customers see that it was support, not which person.
  actor: row.actorType === 'operator' ? { type: 'support', name: '' } : { type: row.actorType, name: row.actorName },
  via: row.via,
  ip: row.ip,
  group: row.group,
  action: row.action,
  entity: { type: row.entityType, id: row.entityId, name: row.entityName },
  domain,
  changes: row.large ? [] : differences(row.before, row.after),
  complete: !row.large,
});

/** One entry with all its fields, whatever its size. */
export const showDetail = (
  row: Selectable<ChangeLogTable>,
  domain: { id: string; name: string } | null,
  labelOf: (field: string) => string,
): Change & { labels: Record<string, string> } => {
  const changes = differences(row.before, row.after, lengths.detail);
  const labels = Object.fromEntries(changes.map(({ field }) => [field, labelOf(field)]));
  return { ...showChange({ ...row, large: 0 }, domain), changes, labels };
};
