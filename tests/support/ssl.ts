import { ssl } from '../../src/lib/contract/cdn/ssl.ts';
import { notification } from '../../src/lib/contract/core/notification.ts';
import { demo } from '../../src/lib/contract/fields.ts';
import { makeCertificates } from './certificates.ts';
import { startProvider, type TestProvider } from './provider.ts';
import { SEEDED_AT } from './template.ts';

export const { domainId, sslId, customSslId } = demo;
export const zone = 'parvaz.example';
export const made = makeCertificates(zone, SEEDED_AT);
export const good = { title: 'Mine', certificate: made.p256.certificate, privateKey: made.p256.key, caBundle: made.lower + made.upper };

export async function startSsl(options: Parameters<typeof startProvider>[0] = {}) {
  const p = await startProvider(options);
  const token = await p.signIn();
  let fresh = token;
  const list = async () => {
    // The session has expired if the clock was moved far.
    if ((await p.try(ssl.list, { domainId }, { token: fresh })).status === 401) fresh = await p.signIn();
    return (await p.ok(ssl.list, { domainId }, { token: fresh })).ssl;
  };
  const find = async (id: string) => {
    const found = (await list()).find((one) => one.id === id);
    if (!found) throw new Error(`no certificate ${id}`);
    return found;
  };
  const notes = async () => (await p.ok(notification.list, {}, { token })).notifications.filter(({ event }) => event === 'sslExpiry');
  return { p, token, list, find, notes };
}

/** The subjects of emails about certificates, oldest first. */
export const mails = async ({ store }: TestProvider) =>
  (await store.reader.selectFrom('outbox').select('subject').where('body', 'like', '%/ssl').orderBy('id').execute()).map(
    ({ subject }) => subject,
  );
