import { randomUUID } from 'node:crypto';
import { auth } from '../../src/lib/contract/account/auth.ts';
import { twoFactor } from '../../src/lib/contract/account/twoFactor.ts';
import { domain } from '../../src/lib/contract/cdn/domain.ts';
import { Client } from './client.ts';
import { codeFor } from './outbox.ts';
import { codeAt } from './totp.ts';

/** A running portal, and the folder where its provider stores emails. */
interface Running {
  url: string;
  dataDir: string;
}

export interface Customer {
  email: string;
  password: string;
  client: Client;
}

/** An account with a second sign-in step. */
export interface Secured extends Customer {
  /** Secret of the authenticator app. */
  secret: string;
  recoveryCodes: string[];
}

/** Creates an account and confirms its address. `ip`: with a separate address per account, limits by address don't add up. */
export async function openAccount({ url, dataDir }: Running, ip: string): Promise<Customer & { code: string }> {
  const client = new Client(url, { 'x-forwarded-for': ip });
  const [email, password] = [`customer-${randomUUID().slice(0, 8)}@mail.example`, 'a-long-password'];
  const { verification } = await client.ok(auth.register, { email, password, accountType: 'personal', acceptTerms: true });
  const code = await codeFor(dataDir, email);
  await client.ok(auth.registerVerify, { verificationId: verification.verificationId, code });
  return { email, password, client, code };
}

/** Adds a domain to an account. */
export const addDomain = async ({ client }: { client: Client }, name: string, plan: 'free' | 'eco' = 'free') =>
  (await client.ok(domain.add, { name, plan, acceptTerms: true, termsVersion: '2026-11' })).domain;

/**
 * Creates an account with the authenticator app and email codes. The app's code of the current half minute is then used up: sign in with
 * the next one, `codeAt(secret, Date.now() + 30_000)`, which is already valid.
 */
export async function openSecured(portal: Running, ip: string): Promise<Secured> {
  const { code, ...account } = await openAccount(portal, ip);
  const { client, email } = account;
  await client.ok(twoFactor.sendCode, { method: 'email' });
  const { recoveryCodes = [] } = await client.ok(twoFactor.enable, { method: 'email', code: await codeFor(portal.dataDir, email, code) });
  const { qr } = await client.ok(twoFactor.qr, {});
  await client.ok(twoFactor.enable, { method: 'totp', code: codeAt(qr.secret, Date.now()) });
  return { ...account, secret: qr.secret, recoveryCodes };
}
