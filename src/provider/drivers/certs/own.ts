import { z } from 'zod';
import { brand } from '../../../config/brand.ts';
import type { Secrets } from '../../../config/env.ts';
import { loadX509 } from '../../../lib/rules/cdn/ssl/x509.ts';
import type { Store } from '../../db/open.ts';
import { seal, unseal } from '../../kernel/seal.ts';
import { type Authority, type AuthorityTexts, issueFrom, makeAuthority, openAuthority, YEAR } from './authority.ts';
import type { CertDriver } from './certs.ts';

const STORE_KEY = 'certAuthority';

/** Its persistent state in the store: every process of an installation issues with the same keys. */
const StoredAuthority = z.object({ root: z.string(), rootKey: z.string(), intermediate: z.string(), intermediateKey: z.string() });

/**
 * A certificate authority of this installation: a root that is created when first needed, an intermediate under it, and real
 * certificates. No browser trusts the root. Its keys are encrypted in the store with a secret from `secrets.json`.
 * @param caa the domain that identifies it in CAA records
 */
export function ownAuthority(store: Store, secrets: Secrets, caa: string): CertDriver {
  const name = `${brand.name.en} Test Authority`;
  const close = (text: string) => seal(secrets.code, STORE_KEY, STORE_KEY, text);
  const open = (sealed: string) => unseal(secrets.code, STORE_KEY, STORE_KEY, sealed);
  let opened: { text: string; is: Authority; until: number } | undefined;

  const read = async (db: Pick<Store['reader'], 'selectFrom'>): Promise<string | undefined> =>
    (await db.selectFrom('meta').select('value').where('key', '=', STORE_KEY).executeTakeFirst())?.value;

  /** If two processes create one at once, the first one wins and the other adopts it. */
  const save = ({ root, intermediate, ...keys }: AuthorityTexts, instead: string | undefined): Promise<string> => {
    const value = JSON.stringify({ root, intermediate, rootKey: close(keys.rootKey), intermediateKey: close(keys.intermediateKey) });
    return store.write(STORE_KEY, async (tx) => {
      const now = await read(tx);
      if (now !== undefined && now !== instead) return now;
      await tx
        .insertInto('meta')
        .values({ key: STORE_KEY, value })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
        .execute();
      return value;
    });
  };

  async function authority(now: number): Promise<Authority> {
    const x509 = await loadX509();
    let text = await read(store.reader);
    if (opened && opened.text === text && opened.until > now) return opened.is;
    let stored = text === undefined ? undefined : StoredAuthority.parse(JSON.parse(text));
    // A certificate must not outlive its issuer.
    const isEnding = (pem: string) => new x509.X509Certificate(pem).notAfter.getTime() < now + YEAR;
    if (text === undefined || !stored || isEnding(stored.intermediate)) {
      const old = stored && !isEnding(stored.root) ? { certificate: stored.root, key: open(stored.rootKey) } : undefined;
      text = await save(await makeAuthority(name, now, old), text);
      stored = StoredAuthority.parse(JSON.parse(text));
    }
    const is = await openAuthority({ ...stored, intermediateKey: open(stored.intermediateKey) });
    opened = { text, is, until: is.intermediate.notAfter.getTime() - YEAR };
    return is;
  }

  return {
    id: 'own',
    capabilities: { name, trusted: false, caa },
    timeoutMs: 10_000,
    async root() {
      const text = await read(store.reader);
      return text === undefined ? null : StoredAuthority.parse(JSON.parse(text)).root;
    },
    async issue(order, signal) {
      signal.throwIfAborted();
      return issueFrom(await authority(order.now), order);
    },
  };
}
