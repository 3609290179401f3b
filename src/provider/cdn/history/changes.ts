import type { Translate } from '../../../lib/i18n/translator.ts';
import { titleOfItem } from '../../../lib/rules/cdn/edge/describeRule.ts';
import type { EdgeItems, ItemGroup } from '../../../lib/rules/cdn/edge/ruleLists.ts';
import { differences } from '../../core/log/differences.ts';
import { inWords } from '../../core/log/words.ts';
import {
  type AreaState,
  areas,
  comparedId,
  type HistoryArea,
  type HistoryTableName,
  historyTableNames,
  historyTables,
  type Row,
} from './areas.ts';

/** One row that differs between two states; null: it doesn't exist there. */
export interface RowChange {
  table: HistoryTableName;
  id: string;
  from: Row | null;
  to: Row | null;
}
export type DomainState = Record<HistoryArea, AreaState>;

export const sameRow = (a: Row | null, b: Row | null): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The rows to change to get from one state to another. */
export function changesBetween(from: DomainState, to: DomainState): RowChange[] {
  const found: RowChange[] = [];
  for (const table of historyTableNames) {
    const { area } = historyTables[table];
    const rowsOf = (state: DomainState) => new Map((state[area][table] ?? []).map((row) => [comparedId(table, row), row]));
    const [before, after] = [rowsOf(from), rowsOf(to)];
    for (const id of new Set([...before.keys(), ...after.keys()])) {
      const change = { table, id, from: before.get(id) ?? null, to: after.get(id) ?? null };
      if (!sameRow(change.from, change.to)) found.push(change);
    }
  }
  return found;
}

export const emptyState = (): DomainState => Object.fromEntries(areas.map((area) => [area, {}])) as DomainState; // one entry per area

const json = (row: Row | null, column: string): Record<string, unknown> => JSON.parse(String(row?.[column] ?? '{}')) as never; // as it was stored

/** The fields of a row as a customer knows them: rules and settings are stored as JSON. */
function comparedFields(table: HistoryTableName, row: Row): Record<string, unknown> {
  const { createdAt: _, ...fields } = row;
  if (table === 'edgeSetting') return json(row, 'value');
  if (table !== 'edgeItem') return { ...fields, ...('proxy' in fields && { proxy: fields.proxy === 1 }) };
  const { data: __, deployed, deploy, off, group: ___, ...rest } = fields;
  return { ...json(row, 'data'), ...rest, deploy: deploy === 1, off: off === 1, hasDraft: deployed !== null };
}

const comparedName = (table: HistoryTableName, row: Row): string => {
  switch (table) {
    case 'dnsRecord':
      return `${row.type} ${row.name}`;
    case 'edgeItem': {
      const data = json(row, 'data');
      const title = titleOfItem(row.group as ItemGroup, data as unknown as EdgeItems[ItemGroup], []); // the stored form of its group
      return title || String(data.path ?? '');
    }
    case 'clusterServer':
      return String(row.address);
    case 'cluster':
      return String(row.name);
    case 'customPage':
    case 'firewallGroup':
      return String(row.title);
    default:
      return '';
  }
};

export const changeOperation = ({ from, to }: Pick<RowChange, 'from' | 'to'>) =>
  from === null ? ('create' as const) : to === null ? ('delete' as const) : ('update' as const);

/** The group of calls whose forms have the labels of a row's fields. */
const changeGroup = (table: HistoryTableName, row: Row): string =>
  table === 'edgeItem' || table === 'edgeSetting'
    ? String(row.group)
    : table === 'dnsRecord'
      ? 'dns'
      : table === 'clusterServer' || table === 'clusterRoute'
        ? 'cluster'
        : table;

/** A row that changes, for the customer. @param t in their language */
export function describeRow({ table, from, to }: RowChange, t: Translate) {
  const row = to ?? from ?? {};
  return {
    area: historyTables[table].area,
    op: changeOperation({ from, to }),
    type: table === 'edgeItem' || table === 'edgeSetting' ? `${table === 'edgeItem' ? 'rule' : 'setting'}.${row.group}` : table,
    name: comparedName(table, row),
    changes: inWords(
      t,
      changeGroup(table, row),
      differences(from && JSON.stringify(comparedFields(table, from)), to && JSON.stringify(comparedFields(table, to))),
    ),
  };
}
