import { describe, expect, test } from 'vitest';
import { snapshot, zoneFile } from '../../../../tests/support/calls.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { zone } from '../../../lib/contract/cdn/zone.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { catalogue } from '../../core/catalogue.ts';

const { domainId } = demo;
const input = { domainId, usage: 'zone' as const };

async function started() {
  const running = await startProvider();
  return { running, token: await running.signIn() };
}

describe('importing', () => {
  test('a file that is too long to be read whole has no rest to import', async () => {
    const { running, token } = await started();
    const before = await snapshot(running);
    const lines = Array.from({ length: catalogue.limits.dnsRecords + 1 }, (_, i) => `h${i} IN A 192.0.2.1`);
    const file = () => zoneFile(lines.join('\n'));
    expect((await running.ok(zone.import, { ...input, dryRun: true }, { token, file: file() })).imported.isWhole).toBe(false);
    const answer = await running.try(zone.import, { ...input, leaveOut: true }, { token, file: file() });
    expect([answer.status, answer.body.code]).toEqual([422, 'zone:error.tooManyRecords']);
    expect(await snapshot(running)).toBe(before);
  }, 60_000);

  test('a file that exceeds the record limit changes nothing', async () => {
    const { running, token } = await started();
    const before = await snapshot(running);
    const lines = Array.from({ length: catalogue.limits.dnsRecords - 11 }, (_, i) => `h${i} IN A 192.0.2.1`);
    const answer = await running.try(zone.import, input, { token, file: zoneFile(lines.join('\n')) });
    expect([answer.status, answer.body.code]).toEqual([409, 'dns:error.limit']);
    expect(await snapshot(running)).toBe(before);
  }, 60_000);
});
