import { expect, test } from 'vitest';
import { countBy, countSums } from '../../../../tests/support/logs-contract.ts';
import { within, withTraffic } from '../../../../tests/support/report-cases.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { report } from '../../../lib/contract/cdn/report.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { recentDomains } from '../../../lib/reads.ts';

const HOUR = 3_600_000;
const { domainId } = demo;

test('the figures stay the same when the hours were counted', async () => {
  const { p, token } = await withTraffic();
  const read = async () => (await p.ok(report.visitors, { domainId, window: '24h' }, { token })).report;
  const before = await read();
  await p.provider.services.logs.keep(p.clock.now);
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
  expect((await p.try(report.day, { domainId }, { token: stranger })).status).toBe(404);
  expect((await p.ok(report.recent, {}, { token: stranger })).domains.map(({ requests }) => requests)).not.toContain(requests);
});
