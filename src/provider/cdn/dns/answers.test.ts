import { expect, test } from 'vitest';
import { startNameServer } from '../../../../tests/support/nameServer.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { dnsFolder } from '../../../dns/start.ts';
import { dns } from '../../../lib/contract/cdn/dns.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';

test('a saved record is answered, and a deleted one no longer', async () => {
  const p = await startProvider({ env: { DNS_DRIVER: 'node', DNS_PORT: '0' } });
  const token = await p.signIn();
  const { domains } = await p.ok(domain.list, {}, { token });
  const own = domains[0]!; // the demo customer has domains
  const { query } = await startNameServer([], { folder: dnsFolder(p.env) });
  p.provider.start();
  const text = async () => {
    const { rcode, answers } = await query({ name: `now.${own.name}`, type: 'TXT' });
    return rcode === 'NOERROR' ? String(answers[0]?.data) : rcode;
  };
  const { record } = await p.ok(dns.create, { domainId: own.id, name: 'now', type: 'TXT', content: 'one' }, { token });
  await expect.poll(text, { interval: 20, timeout: 5_000 }).toBe('one');
  await p.ok(dns.update, { domainId: own.id, recordId: record.id, content: 'two' }, { token });
  await expect.poll(text, { interval: 20, timeout: 5_000 }).toBe('two');
  await p.ok(dns.delete, { domainId: own.id, recordId: record.id }, { token });
  await expect.poll(text, { interval: 20, timeout: 5_000 }).toBe('NXDOMAIN');
});
