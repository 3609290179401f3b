import type { Engine } from '../engine.ts';
import { acceptRemoval, acceptSpec, describeEntity } from '../entities.ts';
import { isId, isKind, type Kind, kinds, type LogReply, type Specs } from '../protocol.ts';

/** The caller's fault, which no customer reads. */
export class BadRequest extends Error {}

type Reply = [status: number, body: object | null];
const UNKNOWN: Reply = [404, { error: 'not found' }];

/** @throws Newer, Refused, NotReady, BadRequest */
export async function answer(engine: Engine, method: string, target: string, body: () => Promise<unknown>): Promise<Reply> {
  const url = new URL(target, 'http://compute');
  const [kind = '', id = '', part, ...rest] = url.pathname.slice(1).split('/');
  if (kind === 'host' && id === '' && method === 'GET') return [200, await engine.backend.describeHost()];
  if (!isKind(kind) || !isId(id) || rest.length > 0) return UNKNOWN;
  if (part === 'metrics' && kind === 'servers' && method === 'GET')
    return [200, await engine.backend.readMetrics(id, readWindow(url.searchParams))];
  if (part === 'log' && kind === 'servers' && method === 'GET') return describeLog(engine.backend, id);
  if (part !== undefined) return UNKNOWN;
  switch (method) {
    case 'GET': {
      const reply = describeEntity(engine, kind, id);
      return reply ? [200, reply] : UNKNOWN;
    }
    case 'PUT':
      await acceptSpec(engine, kind, parseSpec(kind, id, await body()));
      return [204, null];
    case 'DELETE':
      acceptRemoval(engine, kind, id, readNumber(url.searchParams, 'version'));
      return [204, null];
    default:
      return [405, { error: 'method not allowed' }];
  }
}

async function describeLog({ readLog }: Engine['backend'], id: string): Promise<Reply> {
  return readLog ? [200, { output: await readLog(id) } satisfies LogReply] : UNKNOWN;
}

function parseSpec<K extends Kind>(kind: K, id: string, body: unknown): Specs[K] {
  const read = kinds[kind].safeParse(body);
  if (!read.success) throw new BadRequest(read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'));
  if (read.data.id !== id) throw new BadRequest('the ID is not that of the path');
  return read.data as Specs[K]; // by the schema of the kind
}

function readNumber(query: URLSearchParams, name: string): number {
  const value = Number(query.get(name) ?? Number.NaN);
  if (!Number.isSafeInteger(value) || value < 0) throw new BadRequest(`${name} is missing`);
  return value;
}

const MAX_VALUES = 50_000;
function readWindow(query: URLSearchParams): { from: number; to: number; step: number } {
  const [from, to, step] = ['from', 'to', 'step'].map((name) => readNumber(query, name));
  if (from === undefined || to === undefined || step === undefined || step < 1 || (to - from) / step > MAX_VALUES)
    throw new BadRequest('the window is too long for its step');
  return { from, to, step };
}
