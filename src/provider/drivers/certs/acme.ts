import { setTimeout as wait } from 'node:timers/promises';
import type { Authorization, Client, Order as PlacedOrder } from 'acme-client';
import type { Dispatcher } from 'undici';
import { z } from 'zod';
import type { Secrets } from '../../../config/env.ts';
import type { TKey } from '../../../lib/i18n/keys.ts';
import type { Store } from '../../db/open.ts';
import { seal, unseal } from '../../kernel/seal.ts';
import { DriverRefusal } from '../driver.ts';
import { acmeOrders, LONGEST_MS, newKey, type StoredOrder } from './acmeOrders.ts';
import { AcmeProblem, calling, loadAcme, newDispatcher, shortType } from './acmeWire.ts';
import { type CertDriver, type Challenge, type Issued, Later, type Order, type Proof } from './certs.ts';

/** Authorities that browsers trust: their name, and the domain that identifies them in CAA records. */
const known: Readonly<Record<string, { name: string; caa: string }>> = {
  'acme-v02.api.letsencrypt.org': { name: "Let's Encrypt", caa: 'letsencrypt.org' },
  'acme.zerossl.com': { name: 'ZeroSSL', caa: 'sectigo.com' },
  'dv.acme-v02.api.pki.goog': { name: 'Google Trust Services', caa: 'pki.goog' },
  'api.buypass.com': { name: 'Buypass', caa: 'buypass.com' },
};

/** Between two looks at an order, in ms: an authority takes about a second for a challenge. */
const LOOKS_MS = [100, 200, 400, 800, 1_600] as const;
const AGAIN_MS = 3_000;
/** Without a Retry-After, and at most. */
const LIMITED_MS = 3_600_000;
const LONGEST_LIMIT_MS = 7 * 86_400_000;

/** Why a challenge failed (RFC 8555 section 6.7), in the words of the panel. Others are `refused`. */
const reasons: Readonly<Record<string, TKey>> = {
  dns: 'ssl:reason.challengeDns',
  connection: 'ssl:reason.challengeConnection',
  unauthorized: 'ssl:reason.challengeWrong',
  incorrectResponse: 'ssl:reason.challengeWrong',
  caa: 'ssl:reason.challengeCaa',
};

const Account = z.object({ key: z.string(), url: z.string().nullable() });
type Account = z.output<typeof Account>;

interface Options {
  store: Store;
  secrets: Secrets;
  directory: string;
  email?: string | undefined;
  /** The domain that identifies an authority in CAA records which isn't known here. */
  caa: string;
  dispatcher?: Dispatcher;
}

/** A certificate authority that speaks ACME (RFC 8555), with one account for this installation. */
export function acmeAuthority({ store, secrets, directory, email, caa, dispatcher = newDispatcher() }: Options): CertDriver {
  const { hostname } = new URL(directory);
  const metaKey = `acmeAccount:${directory}`;
  const orders = acmeOrders(store, secrets);

  const readAccount = async (db: Pick<Store['reader'], 'selectFrom'>): Promise<Account | null> => {
    const row = await db.selectFrom('meta').select('value').where('key', '=', metaKey).executeTakeFirst();
    if (!row) return null;
    const { key, url } = Account.parse(JSON.parse(row.value));
    return { key: unseal(secrets.code, 'acmeAccount', directory, key), url };
  };
  /** If two processes make one at once, the first one wins. */
  const saveAccount = ({ key, url }: Account) =>
    store.write(metaKey, async (tx) => {
      const now = await readAccount(tx);
      if (now && now.key !== key) return now;
      const value = JSON.stringify({ key: seal(secrets.code, 'acmeAccount', directory, key), url } satisfies Account);
      await tx
        .insertInto('meta')
        .values({ key: metaKey, value })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
        .execute();
      return { key, url };
    });

  async function signIn(): Promise<Client> {
    const acme = await loadAcme();
    const account = (await readAccount(store.reader)) ?? (await saveAccount({ key: await newKey(), url: null }));
    const accountUrl = account.url === null ? {} : { accountUrl: account.url };
    const client = new acme.Client({ directoryUrl: directory, accountKey: account.key, ...accountUrl });
    if (account.url === null) {
      await client.createAccount({ termsOfServiceAgreed: true, ...(email && { contact: [`mailto:${email}`] }) });
      await saveAccount({ key: account.key, url: client.getAccountUrl() });
    }
    return client;
  }

  async function place(client: Client, stored: StoredOrder, hosts: readonly string[]): Promise<PlacedOrder> {
    if (stored.url !== null) return client.getOrder({ url: stored.url } as PlacedOrder); // only its URL is used
    const order = await client.createOrder({ identifiers: hosts.map((value) => ({ type: 'dns', value })) });
    await orders.placed(stored.id, order.url);
    stored.url = order.url;
    return order;
  }

  /** Takes the order as far as possible. */
  async function advance(client: Client, stored: StoredOrder, { hosts, now }: Order, proof: Proof, signal: AbortSignal): Promise<Issued> {
    const look = (order: PlacedOrder, status: PlacedOrder['status']) => lookAgain(client, order, status, signal);
    let order = await place(client, stored, hosts);
    if (order.status === 'pending') {
      const isServed = await answerChallenges(client, order, proof);
      if (!isServed && now - stored.createdAt > LONGEST_MS) throw new DriverRefusal('ssl:reason.notServed');
      if (!isServed) throw new Later(AGAIN_MS);
      order = await look(order, 'pending');
    }
    if (order.status === 'ready') {
      const { crypto } = await loadAcme();
      const [, csr] = await crypto.createCsr({ altNames: [...hosts] }, stored.key);
      order = await client.finalizeOrder(order, csr);
    }
    order = await look(order, 'processing');
    if (order.status === 'invalid') throw await loadOrderRefusal(client, order);
    if (order.status !== 'valid') throw now - stored.createdAt > LONGEST_MS ? new DriverRefusal('ssl:reason.gaveUp') : new Later(AGAIN_MS);
    const { crypto } = await loadAcme();
    const [certificate = '', ...above] = crypto.splitPemChain(await client.getCertificate(order));
    await orders.done(stored.id, now);
    return { certificate: `${certificate.trim()}\n`, caBundle: above.map((pem) => `${pem.trim()}\n`).join(''), privateKey: stored.key };
  }

  return {
    id: 'acme',
    capabilities: { name: known[hostname]?.name ?? hostname, trusted: known[hostname] !== undefined, caa: caaDomain(hostname) ?? caa },
    timeoutMs: 90_000,
    root: async () => null,
    issue: (order, signal, proof) =>
      calling({ signal, dispatcher }, async () => {
        if (!proof) throw new Error('control of the names has to be proved');
        requireWays(order, proof);
        let claimed: StoredOrder | null = null;
        try {
          const client = await signIn();
          claimed = await orders.claim(proof.id, order.hosts, order.now);
          return await advance(client, claimed, order, proof, signal);
        } catch (error) {
          if (error instanceof Later) throw error;
          const isOver = error instanceof DriverRefusal || (error instanceof AcmeProblem && error.type !== 'rateLimited');
          // What was not placed, or can't be continued, must not block the next attempt. An end of this process says nothing about it.
          if (claimed && !signal.aborted && (isOver || claimed.url === null)) await orders.forget(claimed.id);
          if (!(error instanceof AcmeProblem)) throw error;
          if (error.type === 'accountDoesNotExist')
            await store.write(metaKey, (tx) => tx.deleteFrom('meta').where('key', '=', metaKey).execute());
          throw translated(error);
        }
      }),
  };
}

const caaDomain = (hostname: string): string | undefined =>
  known[hostname]?.caa ?? (hostname.endsWith('.letsencrypt.org') ? 'letsencrypt.org' : undefined);

/** @throws DriverRefusal when no way can prove control of the names */
function requireWays({ hosts }: Order, { ways }: Proof): void {
  if (ways.length === 0) throw new DriverRefusal('ssl:reason.noProof');
  const wild = hosts.find((host) => host.startsWith('*.'));
  if (wild !== undefined && !ways.includes('dns-01')) throw new DriverRefusal('ssl:reason.wildcardDns', { host: wild });
}

/** A request that the authority has rejected, as the issuance takes it. */
function translated(problem: AcmeProblem): Error {
  if (problem.type === 'rateLimited')
    return new Later(Math.min(Math.max(problem.retryAfterMs ?? LIMITED_MS, AGAIN_MS), LONGEST_LIMIT_MS), 'ssl:reason.rateLimited');
  if (problem.type === 'rejectedIdentifier' || problem.type === 'unsupportedIdentifier') return new DriverRefusal('ssl:reason.refused');
  return problem;
}

async function lookAgain(client: Client, order: PlacedOrder, status: PlacedOrder['status'], signal: AbortSignal): Promise<PlacedOrder> {
  let current = order;
  for (const ms of LOOKS_MS) {
    if (current.status !== status) return current;
    await wait(ms, undefined, { signal });
    current = await client.getOrder(current);
  }
  return current;
}

/** Publishes the challenges that are open, and notifies the authority when they are served. @returns whether they are */
async function answerChallenges(client: Client, order: PlacedOrder, proof: Proof): Promise<boolean> {
  const open = (await client.getAuthorizations(order)).filter(({ status }) => status === 'pending');
  const chosen = open.map((authorization) => choose(authorization, proof));
  const challenges: Challenge[] = [];
  for (const { host, way, challenge } of chosen)
    challenges.push({ way, host, token: challenge.token, answer: await client.getChallengeKeyAuthorization(challenge) });
  if (!(await proof.publish(challenges))) return false;
  for (const { challenge } of chosen) if (challenge.status === 'pending') await client.completeChallenge(challenge);
  return true;
}

function choose({ identifier, challenges, wildcard }: Authorization, { ways }: Proof) {
  for (const way of ways) {
    const challenge = challenges.find(({ type }) => type === way);
    if (challenge) return { host: identifier.value, way, challenge };
  }
  throw wildcard ? new DriverRefusal('ssl:reason.wildcardDns', { host: `*.${identifier.value}` }) : new DriverRefusal('ssl:reason.noProof');
}

/** What the authority says about an order that it has ended. */
async function loadOrderRefusal(client: Client, order: PlacedOrder): Promise<DriverRefusal> {
  for (const { identifier, challenges } of await client.getAuthorizations(order))
    for (const { error } of challenges) {
      if (!error) continue;
      const type = 'type' in error ? shortType(error.type) : '';
      const key = Object.hasOwn(reasons, type) ? reasons[type] : undefined;
      return new DriverRefusal(key ?? 'ssl:reason.refused', { host: identifier.value });
    }
  return new DriverRefusal('ssl:reason.refused');
}
