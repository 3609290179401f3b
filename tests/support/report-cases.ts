import { expect } from 'vitest';
import { demo } from '../../src/lib/contract/fields.ts';
import type { EdgeLogLine } from '../../src/lib/rules/cdn/edge/bundle.ts';
import { mixedLines } from './log-lines.ts';
import { startProvider, type TestProvider } from './provider.ts';

const HOUR = 3_600_000;
const { domainId } = demo;
/** A provider with the lines of a day, sent as an edge does, and those of the domain. */
export async function withTraffic(): Promise<{ p: TestProvider; token: string; lines: EdgeLogLine[] }> {
  const p = await startProvider();
  const lines = mixedLines({ count: 2_000, domainIds: [domainId, demo.planDomainId], from: p.clock.now - 23 * HOUR, to: p.clock.now });
  for (let i = 0; i < 4; i++) {
    const { status, body } = await p.request('POST', '/log/ingest', {
      raw: lines
        .slice(i * 500, i * 500 + 500)
        .map((line) => JSON.stringify(line))
        .join('\n'),
      headers: { 'x-batch-id': `b${i}`, authorization: `Bearer ${p.provider.services.edgeKeys.key}` },
    });
    expect([status, body]).toEqual([200, { accepted: 500, refused: [] }]);
  }
  return { p, token: await p.signIn(), lines: lines.filter((line) => line.domainId === domainId) };
}
export const within = (lines: readonly EdgeLogLine[], { from, to }: { from: string; to: string }) =>
  lines.filter(({ at }) => at >= Date.parse(from) && at < Date.parse(to));
