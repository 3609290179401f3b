import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Client } from './client.ts';
import { exits, Failure } from './failure.ts';
import { progress, type Terminal } from './output.ts';
import { operationOf } from './references.ts';

type Row = Record<string, unknown>;

/** How an item is read whose work goes on after the answer. */
interface Item {
  /** The operation that returns it, alone or in a list. */
  read: string;
  input: Row;
  id: string;
}

const POLL_MS = 1000;
/** States in which nothing is in progress. */
const idle: ReadonlySet<string> = new Set(['ready', 'rescued', 'resized', 'failed']);

const server = (id: unknown): Item => ({ read: 'server.get', input: { serverId: id }, id: String(id) });

/** Whether the work of an operation may go on after its answer. */
export const mayGoOn = (operation: string): boolean =>
  /^(serverAction\.(?!resizeOptions)|volume\.(?!list|edit)|serverOrder\.create$|snapshot\.(create|restore)$|backup\.create$)/.test(
    operation,
  );

/** The items whose work a write has started; empty: it was complete with the answer. */
export function startedBy(operation: string, input: Row, answer: Answer): Item[] {
  if (!mayGoOn(operation)) return [];
  const [group] = operation.split('.');
  const made = (field: string) => (answer[field] as Row | undefined)?.id;
  if (operation === 'serverOrder.create') return (answer.servers as Row[]).map(({ id }) => server(id));
  if (operation === 'serverAction.batch') return (input.serverIds as string[]).map(server);
  if (group === 'serverAction' || operation === 'snapshot.restore') return input.serverId === undefined ? [] : [server(input.serverId)];
  if (operation === 'snapshot.create')
    return [{ read: 'snapshot.list', input: { serverId: input.serverId }, id: String(made('snapshot')) }];
  if (operation === 'backup.create')
    return [{ read: 'backup.list', input: pick(input, 'serverId', 'volumeId'), id: String(made('backup')) }];
  return [{ read: 'volume.list', input: {}, id: String(input.volumeId ?? made('volume')) }];
}

const pick = (row: Row, ...names: string[]): Row =>
  Object.fromEntries(names.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])));

/**
 * Waits until nothing is in progress.
 * @returns the items as they are then; those that were deleted are missing
 * @throws Failure when the work of one failed
 */
export async function waitFor(client: Client, items: readonly Item[], terminal: Terminal): Promise<Row[]> {
  const shown = progress(terminal);
  const began = Date.now();
  const ended: Row[] = [];
  try {
    for (const item of items) {
      for (;;) {
        const row = await readItem(client, item);
        if (!row) break;
        const state = String(row.state ?? row.status);
        if (idle.has(state)) {
          if (state === 'failed')
            throw new Failure(exits.failed, `${row.name ?? item.id}: ${(row.problem as Row | null)?.message ?? 'failed'}`);
          ended.push(row);
          break;
        }
        const percent = typeof row.percent === 'number' ? ` ${row.percent} %` : '';
        shown.update(
          `${row.name ?? item.id}: ${state}${percent}, ${Math.round((Date.now() - began) / 1000)} s. Ctrl+C stops waiting, not the work.`,
        );
        await sleep(POLL_MS);
      }
    }
  } finally {
    shown.end();
  }
  return ended;
}

/** The item as it is now; null: it doesn’t exist any more. */
async function readItem(client: Client, { read, input, id }: Item): Promise<Row | null> {
  try {
    const answer = await client.call(operationOf(read), input);
    const [value] = Object.values(answer);
    return Array.isArray(value) ? ((value as Row[]).find((row) => row.id === id) ?? null) : (value as Row);
  } catch (error) {
    if (error instanceof Failure && error.exit === exits.notFound) return null;
    throw error;
  }
}
