import { onTestFinished } from 'vitest';
import { cnameSetup } from '../../src/lib/contract/cdn/cnameSetup.ts';
import { domain } from '../../src/lib/contract/cdn/domain.ts';
import { demo } from '../../src/lib/contract/fields.ts';
import { addresses, type Line, startDns } from './dns.ts';
import { startProvider } from './provider.ts';

const { domainId } = demo;
const NAME = 'parvaz.example';
const RECORD = `_cdn-verify.${NAME}`;
const { old } = addresses;
const theirs = { 'ns1.old-dns.test': old, 'ns2.old-dns.test': old };
/** The demo customer's Enterprise domain, with DNS served by another provider. */
export async function started() {
  const internet = await startDns();
  onTestFinished(() => internet[Symbol.asyncDispose]());
  internet.delegate(NAME, theirs);
  const zone = (...lines: Line[]) => internet.zone(old, NAME, [[NAME, 'NS', 'ns1.old-dns.test'], ...lines]);
  zone();
  const p = await startProvider({ env: internet.env });
  // Sessions expire as days pass.
  const token = () => p.signIn();
  const get = async (id: string = domainId) => p.ok(cnameSetup.get, { domainId: id }, { token: await token() });
  const setup = async () => (await get()).setup;
  const update = async (mode: 'ns' | 'cname', version?: number) =>
    p.try(cnameSetup.update, { domainId, mode, version }, { token: await token() });
  const check = async () => (await p.ok(cnameSetup.check, { domainId }, { token: await token() })).setup;
  const run = () => p.provider.services.jobs.runDue();
  const later = (ms: number) => {
    p.clock.now += ms;
    return run();
  };
  const row = async () => (await p.ok(domain.get, { domainId }, { token: await token() })).domain;
  const txt = async (value?: string): Promise<Line> => [RECORD, 'TXT', [value ?? (await setup()).verification?.value ?? '']];
  const titles = async () =>
    (await p.store.reader.selectFrom('notification').select('title').where('title', 'like', 'cnameSetup:%').orderBy('id').execute()).map(
      ({ title }) => title,
    );
  /** Requested and verified. */
  const proved = async () => {
    await update('cname');
    const line = await txt();
    zone(line);
    await run();
    return line;
  };
  return { p, internet, token, zone, get, setup, update, check, run, later, row, txt, titles, proved };
}
