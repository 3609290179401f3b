import type { Kysely, SelectQueryBuilder } from 'kysely';
import type { Db, Tx } from '../../db/schema.ts';

export type Row = Record<string, string | number | null>;
export const areas = ['dns', 'settings', 'rules', 'clusters', 'customPages', 'firewallGroups'] as const;
export type HistoryArea = (typeof areas)[number];

interface HistoryTable {
  area: HistoryArea;
  /** What identifies a row of the domain. */
  key: string;
  /** The stored columns with the key, without what isn't a customer's configuration: versions, times, results of checks. */
  columns: readonly string[];
  /** Columns that versions before them don't have: a row has them only with a value. */
  optional?: readonly string[];
  /** The condition for the rows of a domain. */
  where?: 'domainId' | 'cluster';
}

/** What a version contains, in the order in which rows can be inserted. Rows are removed in reverse. */
export const historyTables = {
  firewallGroup: { area: 'firewallGroups', key: 'id', columns: ['id', 'title', 'addresses', 'createdAt'] },
  dnsRecord: {
    area: 'dns',
    key: 'id',
    columns: ['id', 'name', 'type', 'content', 'ttl', 'proxy', 'priority', 'weight', 'port', 'createdAt'],
    optional: ['comment', 'tags'],
  },
  dnsSetting: { area: 'dns', key: 'domainId', columns: ['domainId', 'defaultTtl', 'soaEmail', 'proxyDefault', 'cnameFlattening'] },
  edgeSetting: { area: 'settings', key: 'group', columns: ['group', 'value'] },
  edgeItem: { area: 'rules', key: 'id', columns: ['id', 'group', 'priority', 'deploy', 'data', 'off', 'deployed', 'createdAt'] },
  customPage: {
    area: 'customPages',
    key: 'id',
    columns: ['id', 'kind', 'statusCode', 'title', 'html', 'size', 'enabled', 'createdAt'],
  },
  cluster: {
    area: 'clusters',
    key: 'id',
    columns: ['id', 'name', 'port', 'protocol', 'algorithm', 'hashBy', 'monitoring', 'createdAt'],
    optional: ['affinity'],
  },
  clusterServer: {
    area: 'clusters',
    key: 'id',
    columns: ['id', 'clusterId', 'place', 'address', 'port', 'weight', 'backup'],
    optional: ['draining', 'maxConnections'],
    where: 'cluster',
  },
  clusterRoute: { area: 'clusters', key: 'id', columns: ['id', 'clusterId', 'kind', 'recordId', 'pathId', 'createdAt'] },
} as const satisfies Record<string, HistoryTable>;
export type HistoryTableName = keyof typeof historyTables;
export const historyTableNames = Object.keys(historyTables) as HistoryTableName[]; // the keys of the table above

/** The rows of one area by table, each list sorted by its key. */
export type AreaState = Partial<Record<HistoryTableName, readonly Row[]>>;

/** The tables above under one type: they are read and written by their lists of columns, as they are stored. */
export type Loose = Kysely<Record<string, Row>>;
export const loose = (db: Db | Tx): Loose => db.withoutPlugins() as unknown as Loose; // the same connection; the columns come from `historyTables`

const areaKey = (table: HistoryTableName): string => historyTables[table].key;
export const comparedId = (table: HistoryTableName, row: Row): string => String(row[areaKey(table)]);

/** Restricts a query to rows of one domain. */
export function ofDomain<O>(
  db: Loose,
  table: HistoryTableName,
  domainId: string,
  query: SelectQueryBuilder<Record<string, Row>, string, O>,
) {
  return table === 'clusterServer'
    ? query.where('clusterId', 'in', db.selectFrom('cluster').select('id').where('domainId', '=', domainId))
    : query.where('domainId', '=', domainId);
}

const number = (value: string | number | null | undefined) => (typeof value === 'bigint' ? Number(value) : (value ?? null));

/** Empty values of the optional columns, for a row without them. */
export const withoutOptional = (table: HistoryTableName): Row =>
  Object.fromEntries(((historyTables[table] as HistoryTable).optional ?? []).map((name) => [name, null]));

/** The current rows of an area. */
export async function readArea(db: Db | Tx, domainId: string, area: HistoryArea): Promise<AreaState> {
  const any = loose(db);
  const state: AreaState = {};
  for (const table of historyTableNames) {
    const { columns, optional = [], area: of }: HistoryTable = historyTables[table];
    if (of !== area) continue;
    const rows = await ofDomain(any, table, domainId, any.selectFrom(table).select([...columns, ...optional])).execute();
    state[table] = rows
      .map((row) => {
        const value = (name: string) => [name, number((row as Row)[name])] as const;
        return Object.fromEntries([...columns.map(value), ...optional.map(value).filter(([, one]) => one !== null)]) as Row;
      })
      .sort((a, b) => (comparedId(table, a) < comparedId(table, b) ? -1 : 1));
  }
  return state;
}
