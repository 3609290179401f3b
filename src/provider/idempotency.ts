import { createHash } from 'node:crypto';
import type { NamedCall } from '../lib/contract/call.ts';
import type { Tx } from './db/schema.ts';
import { refuse } from './implement.ts';

const KEEP_MS = 48 * 3_600_000;

/** Thrown inside a transaction that has run before: the answer of then is given again, and nothing is done. */
export class Replay extends Error {
  readonly answer: unknown;
  constructor(answer: unknown) {
    super('replay');
    this.answer = answer;
  }
}

export interface OnceKey {
  id: string;
  userId: string;
  call: string;
  bodyHash: string;
}

/** The key under which a money call of this customer runs once; null when the caller sent none. */
export function onceKey(header: string | null, userId: string, call: NamedCall, input: unknown): OnceKey | null {
  if (!header) return null;
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  const name = call.id.join('.');
  return { id: hash(`${userId}\n${name}\n${header}`), userId, call: name, bodyHash: hash(JSON.stringify(input)) };
}

/**
 * Runs the work of a money call once per key. It stands inside the call's own transaction: effect and answer are stored
 * together or not at all, and the customer's writes are serialised, so of 50 parallel calls 49 find the answer of the first.
 * @throws {Replay} the stored answer; a refusal 409 when the key was used for another body
 */
export async function once<T>(tx: Tx, key: OnceKey, now: number, work: () => Promise<T>): Promise<T> {
  const stored = await tx.selectFrom('idempotency').selectAll().where('id', '=', key.id).executeTakeFirst();
  if (stored && stored.createdAt > now - KEEP_MS) {
    if (stored.bodyHash !== key.bodyHash) refuse(409, 'error:idempotency');
    throw new Replay(JSON.parse(stored.answer));
  }
  const answer = await work();
  if (stored) await tx.deleteFrom('idempotency').where('id', '=', key.id).execute();
  await tx
    .insertInto('idempotency')
    .values({ ...key, answer: JSON.stringify(answer), createdAt: now })
    .execute();
  return answer;
}
