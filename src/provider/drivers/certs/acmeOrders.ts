import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import type { Secrets } from '../../../config/env.ts';
import type { Store } from '../../db/open.ts';
import { seal, unseal } from '../../kernel/seal.ts';
import { Later } from './certs.ts';

const LOCK = 'acme';
const SEALED_FOR = 'acmeOrder';
/** An order that isn't finished by then is abandoned. */
export const LONGEST_MS = 3_600_000;
const RETENTION_MS = 86_400_000;
/** How long another process may take to place an order. */
const PLACING_MS = 60_000;
const WAIT_MS = 10_000;

const makeKeys = promisify(generateKeyPair);
/** @returns PKCS#8 in PEM */
export async function newKey(): Promise<string> {
  const { privateKey } = await makeKeys('ec', { namedCurve: 'P-256' });
  return String(privateKey.export({ type: 'pkcs8', format: 'pem' }));
}

export interface StoredOrder {
  id: string;
  url: string | null;
  /** PKCS#8 in PEM. */
  key: string;
  createdAt: number;
}

/** The orders that were begun, so that a process that continues after a crash finds its own instead of placing another. */
export function acmeOrders(store: Store, secrets: Secrets) {
  const setUrl = (id: string, columns: { url: string } | { doneAt: number }) =>
    store.write(LOCK, (tx) => tx.updateTable('acmeOrder').set(columns).where('id', '=', id).execute());
  return {
    /**
     * The order of an issuance; a new one has no URL yet.
     * @throws Later while another order has one of the names, or another process places this one
     */
    async claim(id: string, hosts: readonly string[], now: number): Promise<StoredOrder> {
      const key = await newKey();
      return store.write(LOCK, async (tx) => {
        await tx
          .deleteFrom('acmeOrder')
          .where('createdAt', '<', now - RETENTION_MS)
          .execute();
        const own = await tx.selectFrom('acmeOrder').selectAll().where('id', '=', id).executeTakeFirst();
        if (own?.url != null)
          return { id, url: own.url, key: unseal(secrets.code, SEALED_FOR, id, own.sealedKey), createdAt: own.createdAt };
        if (own && own.createdAt > now - PLACING_MS) throw new Later(WAIT_MS);
        const open = await tx
          .selectFrom('acmeOrder')
          .select('hosts')
          .where('id', '!=', id)
          .where('doneAt', 'is', null)
          .where('createdAt', '>', now - LONGEST_MS)
          .execute();
        const ordered = new Set(open.flatMap((row) => row.hosts));
        if (hosts.some((host) => ordered.has(host))) throw new Later(WAIT_MS);
        const row = {
          hosts: [...hosts],
          url: null,
          sealedKey: seal(secrets.code, SEALED_FOR, id, key),
          createdAt: now,
          doneAt: null,
        };
        await tx
          .insertInto('acmeOrder')
          .values({ id, ...row })
          .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
          .execute();
        return { id, url: null, key, createdAt: now };
      });
    },
    placed: (id: string, url: string) => setUrl(id, { url }),
    done: (id: string, now: number) => setUrl(id, { doneAt: now }),
    forget: (id: string) => store.write(LOCK, (tx) => tx.deleteFrom('acmeOrder').where('id', '=', id).execute()),
  };
}
