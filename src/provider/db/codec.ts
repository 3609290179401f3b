import {
  AliasNode,
  ColumnNode,
  type FromNode,
  IdentifierNode,
  type KyselyPlugin,
  type OperationNode,
  ParensNode,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryResult,
  ReferenceNode,
  SelectAllNode,
  type Selectable,
  type SelectionNode,
  SelectQueryNode,
  TableNode,
  type UnknownRow,
} from 'kysely';
import type { z } from 'zod';

/** How a column is stored: `decode` gets what the database returns, never null. What `stored` makes of a parameter is its inverse. */
export interface Codec<Value> {
  /** @throws a reason when the stored value isn't one of the column */
  decode(stored: unknown): Value;
}

/** 0 or 1 in the database. */
export const flag: Codec<boolean> = {
  decode(stored) {
    if (stored !== 0 && stored !== 1) throw new Error(`${String(stored)} is neither 0 nor 1`);
    return stored === 1;
  },
};

/** JSON as text in the database: an object or a list. */
export const json = <S extends z.ZodType>(schema: S): Codec<z.output<S>> => ({
  decode: (stored) => schema.parse(JSON.parse(String(stored))),
});

/** JSON as text in the database that only this program writes: an object or a list of the type that the table declares. It isn't checked. */
export const unchecked: Codec<never> = { decode: (stored) => JSON.parse(String(stored)) as never };

/** A parameter as it is stored: flags as 0 or 1, objects and lists as JSON. */
export function stored(value: unknown): unknown {
  if (typeof value === 'boolean') return Number(value);
  const isData = Array.isArray(value) || (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype);
  return isData ? JSON.stringify(value) : value;
}

/** What a database returns without a codec. */
type Plain = string | number | null;
type Coded<Row> = { [C in keyof Row as Row[C] extends Plain ? never : C]: Codec<NonNullable<Row[C]>> };
type HasCoded<Row> = keyof Coded<Row> extends never ? false : true;
/** Codecs by table and column: of every column whose type isn't that of the database, and of no other one. */
type CodecsOf<Tables> = {
  [T in keyof Tables as HasCoded<Selectable<Tables[T]>> extends true ? T : never]: Coded<Selectable<Tables[T]>> & {
    [C in Exclude<keyof Tables[T], keyof Coded<Selectable<Tables[T]>>>]?: never;
  };
} & { [T in keyof Tables as HasCoded<Selectable<Tables[T]>> extends true ? never : T]?: never };
type Columns = Readonly<Record<string, Codec<unknown>>>;
type Decoders = Map<string, (value: unknown) => unknown>;
/** The decoders of the tables of a query by their names in it. */
interface Scope {
  tables: Map<string, Decoders>;
  outer: Scope | null;
}

/**
 * Decodes the declared columns of results. Which column a result has is read from the query: its selections, their aliases and
 * subqueries. An expression such as `coalesce` or raw SQL gives what the database returns.
 */
export class ColumnCodecs<Tables> implements KyselyPlugin {
  readonly #tables: ReadonlyMap<string, Decoders>;
  readonly #ofQuery = new WeakMap<PluginTransformQueryArgs['queryId'], Decoders>();

  constructor(tables: CodecsOf<Tables>) {
    this.#tables = new Map(Object.entries<Columns>(tables).map(([table, columns]) => [table, findDecoders(table, columns)]));
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs) {
    const decoders = this.#outputsOf(node, null);
    if (decoders.size > 0) this.#ofQuery.set(queryId, decoders);
    return node;
  }

  async transformResult({ result, queryId }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const decoders = this.#ofQuery.get(queryId);
    if (decoders)
      for (const row of result.rows) for (const [name, decode] of decoders) if (row[name] != null) row[name] = decode(row[name]);
    return result;
  }

  /** The decoders of what a query returns, by name. */
  #outputsOf(node: OperationNode, outer: Scope | null): Decoders {
    const query = node as Partial<Pick<SelectQueryNode, 'from' | 'joins' | 'selections'>> & {
      into?: TableNode;
      table?: OperationNode;
      returning?: { selections: readonly SelectionNode[] };
    };
    const selections = query.selections ?? query.returning?.selections;
    if (!selections) return new Map();
    const scope: Scope = { tables: new Map(), outer };
    for (const table of listTables(query)) this.#addTable(scope, table);
    return new Map(selections.flatMap(({ selection }) => [...this.#selected(scope, selection)]));
  }

  #addTable(scope: Scope, node: OperationNode): void {
    const inner = AliasNode.is(node) ? node.node : node;
    const query = ParensNode.is(inner) ? inner.node : inner;
    const table = TableNode.is(query) ? query.table.identifier.name : null;
    const decoders =
      table === null ? (SelectQueryNode.is(query) ? this.#outputsOf(query, scope.outer) : undefined) : this.#tables.get(table);
    const name = AliasNode.is(node) && IdentifierNode.is(node.alias) ? node.alias.name : table;
    if (name !== null) scope.tables.set(name, decoders ?? new Map());
  }

  #selected(scope: Scope, node: OperationNode): Iterable<[string, (value: unknown) => unknown]> {
    if (SelectAllNode.is(node)) return [...scope.tables.values()].flatMap((decoders) => [...decoders]);
    if (ReferenceNode.is(node) && SelectAllNode.is(node.column))
      return (node.table && scope.tables.get(node.table.table.identifier.name)) ?? [];
    const inner = AliasNode.is(node) ? node.node : node;
    const decode = this.#decoderOf(scope, inner);
    const name = AliasNode.is(node) ? (IdentifierNode.is(node.alias) ? node.alias.name : null) : columnOf(inner)?.name;
    return decode && name ? [[name, decode]] : [];
  }

  #decoderOf(scope: Scope, node: OperationNode): ((value: unknown) => unknown) | undefined {
    if (SelectQueryNode.is(node)) return [...this.#outputsOf(node, scope).values()][0];
    const column = columnOf(node);
    if (!column) return undefined;
    for (let level: Scope | null = scope; level; level = level.outer) {
      const from = column.table === null ? [...level.tables.values()] : [level.tables.get(column.table)];
      const found = from.find((decoders) => decoders?.has(column.name));
      if (found) return found.get(column.name);
      if (column.table !== null && level.tables.has(column.table)) return undefined;
    }
    return undefined;
  }
}

const findDecoders = (table: string, columns: Columns): Decoders =>
  new Map(
    Object.entries(columns).map(([column, { decode }]) => [
      column,
      (value) => {
        try {
          return decode(value);
        } catch (cause) {
          throw new Error(`the stored value of ${table}.${column} is invalid`, { cause });
        }
      },
    ]),
  );

/** The tables, joins and subqueries that the columns of a query are from. */
const listTables = ({
  from,
  joins = [],
  into,
  table,
}: {
  from?: FromNode;
  joins?: SelectQueryNode['joins'];
  into?: TableNode;
  table?: OperationNode;
}) => [...(from?.froms ?? []), ...joins.map((join) => join.table), into, table].filter((node) => node !== undefined);

/** The column that an expression is; null for any other expression. */
function columnOf(node: OperationNode): { name: string; table: string | null } | null {
  const column = ReferenceNode.is(node) ? node.column : node;
  if (!ColumnNode.is(column)) return null;
  return { name: column.column.name, table: (ReferenceNode.is(node) && node.table?.table.identifier.name) || null };
}
