import { beforeEach, expect, test } from 'vitest';
import { createMixedEntries } from '../../../../tests/support/logEntries.ts';
import { cleanup, demo, openPage, render, screen, t, userEvent, waitFor, within, withProvider } from '../../../../tests/support/panel.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import ErrorReport from './ErrorReport.tsx';
import Traffic from './Traffic.tsx';
import Visitors from './Visitors.tsx';

beforeEach(() => history.replaceState(null, '', '/domains/parvaz.example/reports/traffic'));

async function withTraffic() {
  const p = await withProvider();
  await p.signIn();
  const lines = createMixedEntries({ count: 400, domainIds: [demo.domainId], from: p.clock.now - 3_600_000, to: p.clock.now });
  await p.provider.services.logs.ingest({ id: 'one', lines, receivedAt: p.clock.now });
  return { user: userEvent.setup(), lines };
}
const n = (value: number) => formatNumber(value, 'en');

test('without requests, the report says what has to happen first', async () => {
  await openPage(<Traffic domainName="parvaz.example" />).then((p) => p.signIn());
  expect(await screen.findByText(t('report:empty.title'))).toBeTruthy();
  expect(screen.getByRole('link', { name: t('report:empty.action') }).getAttribute('href')).toBe('/domains/parvaz.example/dns');
});

test('the traffic report shows its totals and figures as a table, and a value filters it', async () => {
  const { user, lines } = await withTraffic();
  render(<Traffic domainName="parvaz.example" />);
  expect(await screen.findByText(n(lines.length))).toBeTruthy();
  // The first requests of the domain: there is nothing to compare them with.
  expect(screen.getByText(t('report:incomparable'))).toBeTruthy();
  expect(screen.queryByText(t('report:stat.before'))).toBeNull();
  await user.click((await screen.findAllByRole('button', { name: t('report:chart.asTable') }))[0] as HTMLElement); // the first chart
  expect(await screen.findByRole('table', { name: t('report:chart.bytes') })).toBeTruthy();
  const count = lines.filter(({ path }) => path === '/page/0').length;
  await user.click(screen.getByRole('button', { name: t('report:filter.by', { value: '/page/0' }) }));
  const chip = await screen.findByRole('button', {
    name: t('report:filter.remove', { name: t('report:filter.is', { field: t('report:field.path'), value: '/page/0' }) }),
  });
  await waitFor(() => expect(screen.queryByText(n(lines.length))).toBeNull());
  expect((await screen.findAllByText(n(count))).length).toBeGreaterThan(0);
  // Longer windows have no single requests to filter.
  expect(screen.getByRole('radio', { name: t('report:window.1M') }).getAttribute('aria-disabled')).toBe('true');
  await user.click(chip);
  expect(await screen.findByText(n(lines.length))).toBeTruthy();
});

test('an address with an unknown window, time or status shows the report of the last 24 hours', async () => {
  const { lines } = await withTraffic();
  history.replaceState(null, '', '/domains/parvaz.example/reports/traffic?window=2y&from=yesterday&status=abc');
  render(<Traffic domainName="parvaz.example" />);
  expect(await screen.findByText(n(lines.length))).toBeTruthy();
  expect(screen.getByRole('radio', { name: t('report:window.24h') }).getAttribute('aria-checked')).toBe('true');
});

test('a filter applies to all reports: a country, also beside an address, a status and a host set it, and the tabs keep it', async () => {
  const { user } = await withTraffic();
  history.replaceState(null, '', '/domains/parvaz.example/reports/errors?window=1M');
  render(<ErrorReport domainName="parvaz.example" />);
  const only = (value: string) => screen.findAllByRole('button', { name: t('report:filter.by', { value }) });
  await user.click((await only('404'))[0] as HTMLElement); // at least one
  const hrefs = () => within(screen.getByRole('navigation', { name: t('report:tab.label') })).getAllByRole('link');
  // Single requests are kept for a day. Alarms have no filter.
  const filters = () => hrefs().map((link) => link.getAttribute('href')?.split('?')[1]);
  await waitFor(() => expect(filters()).toEqual([...Array(5).fill('status=404'), undefined]));
  cleanup();
  history.replaceState(null, '', '/domains/parvaz.example/reports/visitors');
  render(<Visitors domainName="parvaz.example" />);
  const list = (await screen.findByRole('heading', { name: t('report:top.ips') })).closest<HTMLElement>('.card');
  const [, country] = within(list as HTMLElement).getAllByRole('button'); // the address, then its country
  await user.click(country as HTMLElement);
  await waitFor(() => expect(hrefs()[0]?.getAttribute('href')).toMatch(/\?country=[A-Z]{2}$/));
});

test('the keys of a chart select a period, which the report and its address then have, until the zoom is reset', async () => {
  const { user } = await withTraffic();
  history.replaceState(null, '', '/domains/parvaz.example/reports/traffic?window=3h');
  render(<Traffic domainName="parvaz.example" />);
  const name = t('report:chart.zoom', { title: t('report:chart.requests') });
  const chart = await screen.findByRole('slider', { name });
  const end = Number(chart.getAttribute('aria-valuemax'));
  chart.focus();
  expect(chart.getAttribute('aria-valuetext')).toContain(t('report:chart.cached'));
  // One point alone is no period.
  await user.keyboard('{Enter}{End}{ArrowLeft}{Shift>}{ArrowLeft>3/}{/Shift}');
  expect(chart.getAttribute('aria-valuenow')).toBe(String(end - 4));
  await user.keyboard('{Escape}{End}{Shift>}{ArrowLeft>3/}{/Shift}{Enter}');
  // Four points of five minutes.
  await waitFor(() => {
    const query = new URLSearchParams(location.search);
    expect(Date.parse(query.get('to') ?? '') - Date.parse(query.get('from') ?? '')).toBe(4 * 5 * 60_000);
  });
  expect(screen.getByRole('button', { name: `${t('report:window.label')}: ${t('report:window.custom')}` })).toBeTruthy();
  // Twenty minutes have a point each minute; the chart and its focus stay.
  await waitFor(() => expect(Number(chart.getAttribute('aria-valuemax'))).toBeGreaterThan(10));
  expect(document.activeElement).toBe(chart);
  await user.keyboard('{Home}{Shift>}{ArrowRight>4/}{/Shift}{Enter}');
  await waitFor(() => expect(chart.getAttribute('aria-valuemax')).toBe('4'));
  await user.click(screen.getByRole('button', { name: t('report:custom.reset') }));
  await waitFor(() => expect(chart.getAttribute('aria-valuemax')).toBe(String(end)));
  await waitFor(() => expect(location.search).toBe('?window=3h'));
  expect(screen.queryByRole('button', { name: t('report:custom.reset') })).toBeNull();
});

test('visitors are on a map with a text for screen readers, and in a list by country', async () => {
  const { lines } = await withTraffic();
  render(<Visitors domainName="parvaz.example" />);
  const map = await screen.findByRole('img', { name: new RegExp(t('report:map.label')) }, { timeout: 10_000 });
  const germans = new Set(lines.filter(({ country }) => country === 'DE').map(({ ip }) => ip)).size;
  expect(map.querySelectorAll('title').length).toBe(5);
  expect(map.textContent).toContain(`Germany: ${n(germans)}`);
  // No shape spans the map: one that crosses the date line continues at the edge.
  for (const path of map.querySelectorAll('path'))
    for (const ring of (path.getAttribute('d') ?? '').split('Z')) {
      const xs = Array.from(ring.matchAll(/([\d.]+) [\d.]+/g), ([, x]) => Number(x));
      expect(Math.max(0, ...xs.slice(1).map((x, i) => Math.abs(x - (xs[i] ?? x))))).toBeLessThan(60);
    }
  expect(screen.getAllByRole('button', { name: t('report:filter.by', { value: 'Germany' }) }).length).toBeGreaterThan(0);
});

test('errors say who answered and the likely cause, with the guide', async () => {
  const { user, lines } = await withTraffic();
  render(<ErrorReport domainName="parvaz.example" />);
  expect(await screen.findByRole('table', { name: t('report:errors.title') })).toBeTruthy();
  expect(screen.getAllByText(new RegExp(t('report:cause.originDown').slice(0, 30))).length).toBeGreaterThan(0);
  expect(screen.getAllByRole('link', { name: t('report:errors.guide') })[0]?.getAttribute('href')).toMatch(/^\/docs\//);
  const rows = () => screen.getAllByRole('row').length - 1;
  const all = new Set(
    lines.filter(({ status }) => status >= 400).map(({ status, layer, path, host }) => `${status} ${layer} ${host}${path}`),
  ).size;
  expect(rows()).toBe(25);
  await user.click(screen.getByRole('button', { name: t('report:errors.all', { n: n(all) }) }));
  expect(rows()).toBe(all);
});
