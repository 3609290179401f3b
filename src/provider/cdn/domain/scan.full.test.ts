import { describe, expect, test, vi } from 'vitest';
import { addresses } from '../../../../tests/support/dns.ts';
import { typical } from '../../../../tests/support/domainScan.ts';
import { added, NAME, old } from '../../../../tests/support/onboarding.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';

describe('the scan', () => {
  test('a scan without responses times out and reports that records may be missing', { timeout: 20_000 }, async () => {
    const { p, dns, token, domainId } = await added({ lines: typical });
    for (const address of Object.values(addresses)) dns.mood(address, 'dead');
    const scan = await p.ok(domain.scan, { domainId }, { token });
    expect(scan).toMatchObject({ records: [], complete: false, source: 'none' });
  });

  test('slow servers give a partial result within the time limit', { timeout: 20_000 }, async () => {
    const { p, dns, token, domainId } = await added({ lines: typical });
    const scanning = p.ok(domain.scan, { domainId }, { token });
    await vi.waitFor(() => expect(dns.queries(old)).not.toEqual([]), { timeout: 5_000, interval: 1 });
    dns.mood(old, 'dead');
    const scan = await scanning;
    expect(scan.complete).toBe(false);
  });

  test('a domain removed in the meantime is not found', async () => {
    const { p, dns, token, domainId } = await added({ lines: typical });
    dns.mood(old, 'slow');
    const scanning = p.try(domain.scan, { domainId }, { token });
    await vi.waitFor(() => expect(dns.queries(old)).not.toEqual([]), { timeout: 5_000, interval: 1 });
    await p.ok(domain.delete, { domainId, confirm: NAME }, { token });
    dns.mood(old, 'ok');
    expect((await scanning).status).toBe(404);
  });
});
