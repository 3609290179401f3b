import { readdirSync, readFileSync } from 'node:fs';
import type { KyselyPlugin, OperationNode } from 'kysely';
import type { Store } from '../../src/provider/db/open.ts';

interface Touched {
  read: Set<string>;
  written: Set<string>;
}

/** Records the tables that the statements of a store name, from now on. `drain` returns those since the last call. */
export function watchTables(store: Store): { drain(): Touched } {
  let touched: Touched = { read: new Set(), written: new Set() };
  const watching: KyselyPlugin = {
    transformQuery({ node }) {
      const [first, ...others] = tablesIn(node);
      const text = node.kind === 'RawNode' ? (node.sqlFragments[0] ?? '') : node.kind;
      const isWrite = /^\s*(insert|update|delete)/i.test(text);
      if (first) (isWrite ? touched.written : touched.read).add(first);
      for (const table of others) touched.read.add(table);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const { write, snapshot } = store;
  store.reader = store.reader.withPlugin(watching);
  store.write = (lock, work) => write(lock, (tx) => work(tx.withPlugin(watching)));
  store.snapshot = (work) => snapshot((tx) => work(tx.withPlugin(watching)));
  return {
    drain() {
      const last = touched;
      touched = { read: new Set(), written: new Set() };
      return last;
    },
  };
}

/** The tables of a statement; the one that is changed comes first. */
function tablesIn(node: OperationNode | readonly unknown[]): string[] {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (value === null || typeof value !== 'object') return;
    if ('kind' in value && value.kind === 'SchemableIdentifierNode') {
      found.push((value as unknown as { identifier: { name: string } }).identifier.name); // of this kind
      return;
    }
    for (const one of Object.values(value)) visit(one);
  };
  visit(node);
  return [...new Set(found)];
}

/** The product line of each table, from where it is declared. */
export function tableProductLines(): ReadonlyMap<string, string> {
  const folder = new URL('../../src/provider/db/tables/', import.meta.url);
  const lines = readdirSync(folder).flatMap((line) => {
    const text = readFileSync(new URL(`${line}/index.ts`, folder), 'utf8');
    return [...text.matchAll(/^ {2}(\w+): \w+Table;$/gm)].map(([, table]) => [table ?? '', line] as const);
  });
  return new Map(lines);
}
