import { createHash } from 'node:crypto';
import type { NamedCall } from '../../lib/contract/call.ts';
import type { Tx } from '../db/schema.ts';
import { refuse } from '../kernel/refusal.ts';

const RETENTION_MS = 48 * 3_600_000;

/** An idempotency key of one customer and call, with a hash of the input it was first sent with. */
export interface IdempotencyKey {
  id: string;
  userId: string;
  call: string;
  bodyHash: string;
}

/** The idempotency key of a money call; null when the caller sent none. */
export function idempotencyKey(header: string | null, userId: string, call: NamedCall, input: unknown): IdempotencyKey | null {
  if (!header) return null;
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  const name = call.id.join('.');
  return { id: hash(`${userId}\n${name}\n${header}`), userId, call: name, bodyHash: hash(JSON.stringify(input)) };
}

/**
 * The response stored under the key, as JSON; null if there is none. It is read in the call's own transaction, the one in which
 * `storeResponse` writes: effect and response are stored together or not at all, and a customer's writes are serialized, so of 50
 * parallel calls 49 find the response of the first.
 * @throws Refusal 409 when the key was used with different input
 */
export async function storedResponse(tx: Tx, key: IdempotencyKey, now: number): Promise<string | null> {
  const stored = await tx.selectFrom('idempotency').selectAll().where('id', '=', key.id).executeTakeFirst();
  if (!stored || stored.createdAt <= now - RETENTION_MS) return null;
  if (stored.bodyHash !== key.bodyHash) refuse(409, 'error:idempotency');
  return stored.answer;
}

/** Stores the response of a money call under its key, replacing an expired one. */
export async function storeResponse(tx: Tx, key: IdempotencyKey, now: number, json: string): Promise<void> {
  await tx.deleteFrom('idempotency').where('id', '=', key.id).execute();
  await tx
    .insertInto('idempotency')
    .values({ ...key, answer: json, createdAt: now })
    .execute();
}
