import { expect, test } from 'vitest';
import { createMixedEntries } from '../../../../tests/support/logEntries.ts';
import { countBy, countSums } from '../../../../tests/support/logsContract.ts';
import { startProvider, type TestProvider } from '../../../../tests/support/provider.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { event } from '../../../lib/contract/cdn/event.ts';
import { report } from '../../../lib/contract/cdn/report.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { recentDomains } from '../../../lib/reads.ts';
import type { EdgeLogEntry } from '../../../lib/rules/cdn/edge/bundle.ts';
import { windows } from '../../../lib/rules/core/windows.ts';
import { HOUR } from '../../../lib/time.ts';

const { domainId } = demo;

/** A provider with the lines of a day, sent as an edge does, and those of the domain. */
async function withTraffic(): Promise<{ p: TestProvider; token: string; lines: EdgeLogEntry[] }> {
  const p = await startProvider();
  const lines = createMixedEntries({
    count: 2_000,
    domainIds: [domainId, demo.planDomainId],
    from: p.clock.now - 23 * HOUR,
    to: p.clock.now,
  });
  const json = lines.map((line) => JSON.stringify(line));
  for (let i = 0; i < 4; i++) {
    const { status, body } = await p.request('POST', '/log/ingest', {
      raw: json.slice(i * 500, i * 500 + 500).join('\n'),
      headers: { 'x-batch-id': `b${i}`, authorization: `Bearer ${p.provider.services.edgeKeys.key}` },
    });
    expect([status, body]).toEqual([200, { accepted: 500, refused: [] }]);
  }
  return { p, token: await p.signIn(), lines: lines.filter((line) => line.domainId === domainId) };
}

const within = (lines: readonly EdgeLogEntry[], { from, to }: { from: string; to: string }) =>
  lines.filter(({ at }) => at >= Date.parse(from) && at < Date.parse(to));
const visitors = (lines: readonly EdgeLogEntry[]) => new Set(lines.map(({ ip }) => ip)).size;

test('every report of every window equals a count over the lines, and its series adds up to the totals', async () => {
  const { p, token, lines } = await withTraffic();
  for (const window of windows) {
    const { report: traffic } = await p.ok(report.traffic, { domainId, window }, { token });
    const own = within(lines, traffic);
    expect([window, traffic.totals]).toEqual([window, { ...countSums(own), visitors: visitors(own) }]);
    expect(traffic.series.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(traffic.totals.bytes);
    const length = Date.parse(traffic.to) - Date.parse(traffic.from);
    const before = within(lines, { from: new Date(Date.parse(traffic.from) - length).toISOString(), to: traffic.from });
    expect(traffic.previous.requests).toBe(before.length);
  }
  const window = '24h';
  const { report: all } = await p.ok(report.visitors, { domainId, window }, { token });
  const own = within(lines, all);
  for (const { country, requests, visitors: count } of all.countries) {
    const those = own.filter((line) => line.country === country);
    expect([country, requests, count]).toEqual([country, those.length, visitors(those)]);
  }
  const { report: status } = await p.ok(report.status, { domainId, window }, { token });
  expect(new Map(status.codes.map(({ code, count }) => [String(code), count]))).toEqual(countBy(own, (line) => String(line.status)));
  const { report: waf } = await p.ok(report.waf, { domainId, window }, { token });
  const stopped = own.filter(({ layer }) => layer === 'waf');
  expect(new Map(waf.modules.map(({ value, requests }) => [value, requests]))).toEqual(countBy(stopped, ({ findings }) => findings));
  const { report: errors } = await p.ok(report.errors, { domainId, window }, { token });
  expect(errors.rows.reduce((sum, { count }) => sum + count, 0)).toBe(own.filter((line) => line.status >= 400).length);
  expect(new Set(errors.rows.map(({ code, side, cause }) => `${code} ${side} ${cause}`))).toEqual(
    new Set(['403 edge blocked', '404 origin notFoundOrigin', '502 origin originDown']),
  );
});

test('filters apply to reports and events alike, and need a window of up to 24 hours', async () => {
  const { p, token, lines } = await withTraffic();
  const filter = { country: 'DE', status: '!200', window: '24h' } as const;
  const { report: traffic } = await p.ok(report.traffic, { domainId, ...filter }, { token });
  const own = within(lines, traffic).filter(({ country, status }) => country === 'DE' && status !== 200);
  expect(traffic.totals).toEqual({ ...countSums(own), visitors: visitors(own) });
  const { events } = await p.ok(event.list, { domainId, ...filter, all: true, limit: 200 }, { token });
  expect(new Set(events.map(({ requestId }) => requestId))).toEqual(new Set(own.map(({ id }) => id)));
  const refused = await p.try(report.traffic, { domainId, ...filter, window: '1w' }, { token });
  expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([422, ['window']]);
});

test('events: pages without gaps, a request with its reason in the caller’s language, and nobody else’s', async () => {
  const { p, token, lines } = await withTraffic();
  const acted = lines.filter(({ outcome, findings }) => ['blocked', 'challenged'].includes(outcome) || findings.length > 0);
  const ids: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await p.ok(event.list, { domainId, limit: 60, ...(cursor && { cursor }) }, { token });
    ids.push(...page.events.map(({ requestId }) => requestId));
    cursor = page.nextCursor;
  }
  expect(ids.length).toBe(new Set(ids).size);
  expect(new Set(ids)).toEqual(new Set(acted.map(({ id }) => id)));
  const line = acted.find(({ reason }) => reason === 'wafBlock' || reason === 'wafBlocked');
  const { event: one } = await p.ok(event.get, { domainId, requestId: line?.id ?? '' }, { token });
  expect(one).toMatchObject({ ip: line?.ip, layer: 'waf', findings: line?.findings });
  const fa = await p.try(event.get, { domainId, requestId: line?.id ?? '' }, { token, locale: 'fa' });
  expect((fa.body as { event: { message: string } }).event.message).toMatch(/[\u0600-\u06ff]/);
  const stranger = await p.signIn(demo.second);
  expect((await p.try(event.get, { domainId, requestId: line?.id ?? '' }, { token: stranger })).status).toBe(404);
  // A request of another domain of the same customer.
  expect((await p.try(event.get, { domainId: demo.planDomainId, requestId: line?.id ?? '' }, { token })).status).toBe(404);
});

test('the figures stay the same when the hours were counted', async () => {
  const { p, token } = await withTraffic();
  const read = async () => (await p.ok(report.visitors, { domainId, window: '24h' }, { token })).report;
  const before = await read();
  await p.provider.services.logs.prune(p.clock.now);
  expect(await read()).toEqual(before);
});

test('a range of one’s own is read in whole periods; one that is not in the past is refused', async () => {
  const { p, token, lines } = await withTraffic();
  const at = (hours: number) => new Date(p.clock.now - hours * HOUR).toISOString();
  const { report: traffic } = await p.ok(report.traffic, { domainId, from: at(9.3), to: at(4.1) }, { token });
  expect(Date.parse(traffic.from)).toBeLessThanOrEqual(Date.parse(at(9.3)));
  expect(Date.parse(traffic.to)).toBeGreaterThanOrEqual(Date.parse(at(4.1)));
  expect(traffic.totals.requests).toBe(within(lines, traffic).length);
  for (const range of [{ from: at(1), to: at(2) }, { from: at(-1), to: at(-2) }, { from: at(24 * 500) }, { to: at(1) }])
    expect([range, (await p.try(report.traffic, { domainId, ...range }, { token })).status]).toEqual([range, 422]);
});

test('the last 24 hours of a domain, and of those that the dashboard lists, equal a count over the lines', async () => {
  const { p, token, lines } = await withTraffic();
  const { day } = await p.ok(report.day, { domainId }, { token });
  const from = Date.parse(day.hours[0]?.t ?? '');
  expect([day.hours.length, p.clock.now - from <= 24 * HOUR]).toEqual([24, true]);
  const sums = countSums(lines.filter(({ at }) => at >= from));
  const threats = sums.blocked + sums.challenged;
  const { requests, bytes, cachedBytes } = sums;
  expect(day.totals).toEqual({ requests, bytes, cachedBytes, threats });
  expect(day.hours.reduce((sum, hour) => sum + hour.bytes, 0)).toBe(bytes);
  const counts = countBy(lines, ({ country }) => country);
  expect(day.countries.map(({ requests }) => requests)).toEqual([...counts.values()].sort((a, b) => b - a).slice(0, 5));
  const { domains } = await p.ok(report.recent, {}, { token });
  const { domains: listed } = await p.ok(domain.list, recentDomains, { token });
  expect(domains.map((one) => one.domainId)).toEqual(listed.map(({ id }) => id));
  expect(domains.find((one) => one.domainId === domainId)).toMatchObject({ requests });
  const stranger = await p.signIn(demo.second);
  expect((await p.ok(report.recent, {}, { token: stranger })).domains.map(({ requests }) => requests)).not.toContain(requests);
});
