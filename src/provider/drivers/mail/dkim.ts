import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import { z } from 'zod';
import { type Env, mailDomain, type Secrets } from '../../../config/env.ts';
import { dkimName, printDkim, readDkimKey } from '../../../lib/rules/cdn/dns/mail/dkim.ts';
import { isFault } from '../../../lib/rules/core/fault.ts';
import { DAY, HOUR, iso } from '../../../lib/time.ts';
import type { Store } from '../../db/open.ts';
import { seal, unseal } from '../../kernel/seal.ts';
import type { Resolver } from '../resolver/resolver.ts';
import { txtBytes } from '../resolver/wire.ts';

const STORE_KEY = 'mailDkim';

/**
 * The headers that are signed. RFC 8058 (section 4) requires both unsubscribe headers; those that change on the way, such as `Received`,
 * aren't signed (RFC 6376, section 5.4).
 */
const signedHeaders =
  'From:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:Content-Transfer-Encoding:Content-Language:Auto-Submitted:List-Unsubscribe:List-Unsubscribe-Post';

/** The key of the installation and its last check, in the store. */
const StoredDkimKey = z.object({
  selector: z.string(),
  /** SubjectPublicKeyInfo in base64, as in `p=`. */
  publicKey: z.string(),
  sealedKey: z.string(),
  /** The sender's domain at which the last lookup that was answered found the record. */
  foundAt: z.string().nullable(),
  /** Epoch milliseconds; 0: never. */
  checkedAt: z.int(),
});
type StoredDkimKey = z.output<typeof StoredDkimKey>;

interface Using {
  store: Store;
  secrets: Secrets;
  now: number;
}

async function loadDkimKey(db: Pick<Store['reader'], 'selectFrom'>): Promise<StoredDkimKey | null> {
  const row = await db.selectFrom('meta').select('value').where('key', '=', STORE_KEY).executeTakeFirst();
  return row ? StoredDkimKey.parse(JSON.parse(row.value)) : null;
}

/** If two processes create a key at once, both use the one that was stored first. */
const saveDkimKey = (store: Store, stored: StoredDkimKey): Promise<StoredDkimKey> =>
  store.write(STORE_KEY, async (tx) => {
    const known = await loadDkimKey(tx);
    if (known && known.publicKey !== stored.publicKey) return known;
    const value = JSON.stringify(stored);
    await tx
      .insertInto('meta')
      .values({ key: STORE_KEY, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute();
    return stored;
  });

/** The key of the installation: 2048 bits of RSA (RFC 8301), created when first needed. */
async function currentDkimKey({ store, secrets, now }: Using): Promise<StoredDkimKey> {
  const known = await loadDkimKey(store.reader);
  if (known) return known;
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return saveDkimKey(store, {
    selector: `portal${iso(now).slice(0, 10).replaceAll('-', '')}`,
    publicKey: publicKey.toString('base64'),
    sealedKey: seal(secrets.code, STORE_KEY, STORE_KEY, privateKey),
    foundAt: null,
    checkedAt: 0,
  });
}

export interface DkimRecord {
  /** The absolute name, without the final dot. */
  name: string;
  /** The value of the TXT record, in one piece. */
  value: string;
}

const dkimRecord = ({ selector, publicKey }: StoredDkimKey, domain: string): DkimRecord => ({
  name: `${dkimName(selector)}.${domain}`,
  value: printDkim({ kind: 'rsa', base64: publicKey, bits: 2048 }),
});

/** Whether the record is published with this key; null: nobody answered. */
async function isPublished(resolver: Resolver, { name }: DkimRecord, publicKey: string, signal: AbortSignal): Promise<boolean | null> {
  const reply = await resolver.recursive({ name, type: 'TXT' }, signal).catch(() => null);
  if (reply?.rcode !== 'NOERROR' && reply?.rcode !== 'NXDOMAIN') return null;
  return reply.answers.some((rr) => {
    const key = rr.type === 'TXT' ? readDkimKey(txtBytes(rr).toString()) : null;
    return key !== null && !isFault(key) && key.base64 === publicKey;
  });
}

interface DkimState {
  record: DkimRecord;
  /** Null: the lookup wasn't answered. */
  published: boolean | null;
  /** Whether emails are signed from now on. */
  signs: boolean;
}

/**
 * Looks up the record of the installation's key, creating the key when there is none. From then on emails are signed if it was found;
 * without an answer, the last one remains valid.
 */
export async function checkDkim({
  resolver,
  env,
  signal,
  ...using
}: Using & { resolver: Resolver; env: Env; signal: AbortSignal }): Promise<DkimState> {
  const key = await currentDkimKey(using);
  const domain = mailDomain(env);
  const record = dkimRecord(key, domain);
  const published = await isPublished(resolver, record, key.publicKey, signal);
  const foundAt = published === null ? key.foundAt : published ? domain : null;
  const saved = await saveDkimKey(using.store, { ...key, foundAt, checkedAt: published === null ? key.checkedAt : using.now });
  return { record, published, signs: mustSign(env, saved) };
}

const mustSign = (env: Env, { foundAt }: StoredDkimKey): boolean =>
  env.MAIL_DKIM === 'on' || (env.MAIL_DKIM === 'auto' && foundAt === mailDomain(env));

/** The job, at the start and hourly: looks daily, or each time while the record isn't found, so that signing starts soon after it is published. */
export async function watchDkim({ log, ...ctx }: Parameters<typeof checkDkim>[0] & { log: Logger }): Promise<void> {
  const { env, store, now } = ctx;
  if (!env.SMTP_URL || env.MAIL_DKIM === 'off' || mailDomain(env) === '') return;
  const before = await loadDkimKey(store.reader);
  if (before?.foundAt === mailDomain(env) && now - before.checkedAt < DAY - HOUR / 2) return;
  const { record, published } = await checkDkim(ctx);
  const wasFound = before?.foundAt === mailDomain(env);
  if (published === true && !wasFound) log.info({ record: record.name }, 'mailer found its DKIM record; emails are signed');
  if (published === false && wasFound) log.warn({ record: record.name }, 'mailer lost its DKIM record; emails are not signed');
}

/** The options of nodemailer that sign emails; null: they aren't signed. */
export async function dkimOptions(env: Env, using: Using) {
  if (env.MAIL_DKIM === 'off' || mailDomain(env) === '') return null;
  const key = env.MAIL_DKIM === 'on' ? await currentDkimKey(using) : await loadDkimKey(using.store.reader);
  if (!key || !mustSign(env, key)) return null;
  return {
    domainName: mailDomain(env),
    keySelector: key.selector,
    privateKey: unseal(using.secrets.code, STORE_KEY, STORE_KEY, key.sealedKey),
    headerFieldNames: signedHeaders,
  };
}
