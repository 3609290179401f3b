import type { Logger } from 'pino';
import type { Store } from '../../db/open.ts';
import type { ApiKeyCallRow } from '../../db/schema.ts';
import { uuidv7 } from '../../kernel/ids.ts';
import { markStale } from '../../live/stale.ts';

/** Calls stored of each key. */
export const MAX_LOGGED_CALLS = 200;
/** Calls are written together after this time, so that a busy key costs one write in five seconds. A crash loses them. */
const WRITE_MS = 5_000;

type KeyCall = Pick<ApiKeyCallRow, 'keyId' | 'time' | 'call' | 'status' | 'ip'>;

/** The newest calls of API keys: collected in memory, and written by and by. */
export class KeyCalls {
  readonly #store: Store;
  readonly #log: Logger;
  #waiting = new Map<string, ApiKeyCallRow[]>();
  #timer: NodeJS.Timeout | undefined;

  constructor(store: Store, log: Logger) {
    this.#store = store;
    this.#log = log;
  }

  note(entry: KeyCall): void {
    const calls = this.#waiting.get(entry.keyId) ?? [];
    calls.push({ id: uuidv7(entry.time), ...entry });
    if (calls.length > MAX_LOGGED_CALLS) calls.shift();
    this.#waiting.set(entry.keyId, calls);
    this.#timer ??= setTimeout(() => {
      this.flush(true).catch((error) => this.#log.error({ err: error }, 'API key log flush failed'));
    }, WRITE_MS).unref();
  }

  /** Writes what waits, and removes what is older than the newest calls of each key. @param announces open lists of keys are renewed */
  async flush(announces = false): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const waiting = this.#waiting;
    if (waiting.size === 0) return;
    this.#waiting = new Map();
    await this.#store.write('apiKeyCalls', async (tx) => {
      const keys = [...waiting.keys()];
      // A key may have been deleted since.
      const known = await tx.selectFrom('apiKey').select(['id', 'accountId']).where('id', 'in', keys).execute();
      for (const { id, accountId } of known) {
        await tx
          .insertInto('apiKeyCall')
          .values(waiting.get(id) ?? [])
          .execute();
        const last = await tx
          .selectFrom('apiKeyCall')
          .select('id')
          .where('keyId', '=', id)
          .orderBy('id', 'desc')
          .offset(MAX_LOGGED_CALLS - 1)
          .limit(1)
          .executeTakeFirst();
        const newest = waiting.get(id)?.at(-1);
        if (announces && newest) markStale(tx, accountId, 'apiKey', newest.time);
        if (last) await tx.deleteFrom('apiKeyCall').where('keyId', '=', id).where('id', '<', last.id).execute();
      }
    });
  }
}
