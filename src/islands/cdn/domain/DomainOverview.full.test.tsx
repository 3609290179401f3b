import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { compareAll, controlledEdge } from '../../../../tests/support/edgeControl.ts';
import { createLogEntry } from '../../../../tests/support/logEntries.ts';
import { $dialogs, $snackbars, demo, inPanel, openPage, reopen, t, withProvider } from '../../../../tests/support/panel.ts';
import { storedOne } from '../../../../tests/support/stored.ts';
import { ddos } from '../../../lib/contract/cdn/ddos.ts';
import { dns } from '../../../lib/contract/cdn/dns.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { https } from '../../../lib/contract/cdn/https.ts';
import { waf } from '../../../lib/contract/cdn/waf.ts';
import { formatDateTime } from '../../../lib/format/date.ts';
import type { EdgeReport } from '../../../lib/rules/cdn/edge/bundle.ts';
import { Dialogs } from '../../shell/Dialogs.tsx';
import DomainOverview from './DomainOverview.tsx';
import DomainSettings from './DomainSettings.tsx';

const { domainId } = demo;
const button = (name: string) => screen.findByRole('button', { name });
const withDialogs = (domainName = 'parvaz.example') =>
  openPage(
    <>
      <DomainOverview domainName={domainName} />
      <Dialogs />
    </>,
  );
const titles = () => $snackbars.get().map(({ title }) => title);

describe('the overview', () => {
  test('of a live domain: status, name servers, the plan with its usage, and links', async () => {
    await openPage(<DomainOverview domainName="parvaz.example" />);
    expect(await screen.findByText('Active')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Copy ns1.nasim.example' })).toBeTruthy();
    const plan = await screen.findByRole('region', { name: 'Plan' });
    expect(plan.textContent).toMatch(/Enterprise/);
    expect(await within(plan).findByText('12 of 10,000')).toBeTruthy();
    expect(await within(plan).findAllByText('By contract')).toHaveLength(4);
    expect(within(plan).getByText(/aren’t measured/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Add record' }).getAttribute('href')).toBe('/domains/parvaz.example/dns#add');
    expect(screen.getAllByRole('link', { name: 'Import zone file' })[0]?.getAttribute('href')).toBe(
      '/domains/parvaz.example/dns/zone-file',
    );
  });

  test('shows the last 24 hours with text beside the lines; without a request, what must happen first', async () => {
    const { provider, clock } = await withProvider();
    const at = clock.now - 2 * 3_600_000;
    const lines = [
      createLogEntry({ id: 'a', at, domainId, bytes: 3e9 }),
      createLogEntry({ id: 'b', at, domainId, bytes: 1e9, cache: 'miss', country: 'ES' }),
      createLogEntry({ id: 'c', at, domainId, bytes: 0, outcome: 'blocked', layer: 'firewall', cache: 'none' }),
    ];
    await provider.services.logs.ingest({ id: 'one', lines, receivedAt: clock.now });
    render(<DomainOverview domainName="parvaz.example" />);
    const day = within(await screen.findByRole('region', { name: 'Last 24 hours' }));
    expect(await day.findByText('4 GB')).toBeTruthy();
    expect(day.getByText('75% of the traffic')).toBeTruthy();
    expect(day.getAllByText(/^Most in one hour: 3,/)).toHaveLength(1);
    expect(day.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Germany66.7%', 'Spain33.3%']);
    cleanup();
    render(<DomainOverview domainName="ketabnama.example" />);
    const none = within(await screen.findByRole('region', { name: 'Last 24 hours' }));
    expect(await none.findByText('No requests yet')).toBeTruthy();
    expect(none.getByRole('link', { name: 'Open DNS records' }).getAttribute('href')).toBe('/domains/ketabnama.example/dns');
  });

  test('lists the five newest requests that a layer acted on, with links to those like them; without any, what must happen first', async () => {
    const { provider, clock } = await withProvider();
    const lines = Array.from({ length: 7 }, (_, i) =>
      createLogEntry({
        id: `e${i}`,
        at: clock.now - (i + 1) * 60_000,
        domainId,
        path: `/admin/${i}`,
        status: 403,
        outcome: 'blocked',
        layer: 'firewall',
        cache: 'none',
        country: 'ES',
      }),
    );
    lines.push(createLogEntry({ id: 'page', at: clock.now - 1_000, domainId }));
    await provider.services.logs.ingest({ id: 'one', lines, receivedAt: clock.now });
    render(<DomainOverview domainName="parvaz.example" />);
    const latest = await screen.findByRole('list', { name: 'Latest events' });
    const rows = within(latest).getAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual(
      [0, 1, 2, 3, 4].map((i) => expect.stringMatching(new RegExp(`^GET /admin/${i}.*Blocked·Firewall·Spain$`))),
    );
    const links = within(rows[0] as HTMLElement).getAllByRole('link'); // five rows
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      ['path=%2Fadmin%2F0', 'layer=firewall', 'country=ES'].map((filter) => `/domains/parvaz.example/events?${filter}`),
    );
    cleanup();
    render(<DomainOverview domainName="ketabnama.example" />);
    expect(await screen.findByText(/^Events appear when an edge serves this domain/)).toBeTruthy();
  });

  test('shows what a spending limit restricts, since when, and where it is changed', async () => {
    const { store, clock } = await withProvider();
    const { accountId } = await storedOne({ store }, 'domain', { id: domainId });
    const limit = { domainId, accountId, action: 'cacheOnly' as const, since: clock.now };
    await store.write('t', (tx) => tx.insertInto('domainLimit').values(limit).execute());
    render(<DomainOverview domainName="parvaz.example" />);
    const since = formatDateTime(new Date(clock.now).toISOString(), 'en');
    expect(await screen.findByText(new RegExp(`^Only cached copies have been served since ${since}`))).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Spending limit' }).getAttribute('href')).toBe('/finance/budget');
  });

  test('shows why a domain is stopped, since when, and how to start it again', async () => {
    const { store, clock } = await withProvider();
    const stop = (reason: 'balance' | 'cap') =>
      store.write('t', (tx) =>
        tx.insertInto('domainSuspension').values({ domainId, reason, didPause: true, suspendedAt: clock.now }).execute(),
      );
    await stop('cap');
    render(<DomainOverview domainName="parvaz.example" />);
    const since = formatDateTime(new Date(clock.now).toISOString(), 'en');
    expect(await screen.findByText(new RegExp(`^Stopped since ${since}, because a spending limit was reached`))).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Spending limit' }).getAttribute('href')).toBe('/finance/budget');
    // The balance must be settled first.
    await stop('balance');
    reopen(<DomainOverview domainName="parvaz.example" />);
    expect(await screen.findByText(new RegExp(`^Stopped since ${since}, because your balance`))).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Add credit' }).getAttribute('href')).toMatch(/\?returnTo=%2Fdomains%2Fparvaz\.example/);
    expect(screen.queryByText(/a spending limit was reached/)).toBeNull();
  });

  test('says on how many edges the settings are live, and why an edge refused them', async () => {
    const running = await withProvider({ env: { EDGE_DRIVER: 'node' } });
    await compareAll(running);
    const hold = async (refused: EdgeReport['refused']) => {
      for (const id of ['a', 'b']) await controlledEdge(running, id).report({ [domainId]: 1 }, refused);
    };
    await hold({});
    render(<DomainOverview domainName="parvaz.example" />);
    expect(await screen.findByText('Live on 2 edges')).toBeTruthy();
    await hold({ [domainId]: { version: 1, reason: 'x', cause: 'certificate' } });
    reopen(<DomainOverview domainName="parvaz.example" />);
    expect(await screen.findByText(/^The latest change isn’t live. An edge can’t use a certificate/)).toBeTruthy();
    const tile = await screen.findByRole('link', { name: /^Certificate Problem An edge can’t use a certificate.*Review certificates$/ });
    expect(tile.getAttribute('href')).toBe('/domains/parvaz.example/ssl');
  });

  test('counts what needs attention, shows one line per area, worst first, and links to its settings', async () => {
    const { request } = await inPanel();
    await request(waf.mode, { domainId, mode: 'off' });
    await request(https.update, { domainId, enabled: true, httpToHttps: false });
    const { posture } = await request(domain.posture, { domainId });
    const problems = posture.filter(({ state }) => state === 'critical' || state === 'warning');
    render(<DomainOverview domainName="parvaz.example" />);
    const health = await screen.findByRole('region', { name: `${problems.length} things need attention` });
    const tiles = within(health).getAllByRole('listitem');
    expect(tiles).toHaveLength(posture.length);
    expect(tiles.slice(0, problems.length).every(({ dataset }) => /critical|warning/.test(dataset.state ?? ''))).toBe(true);
    const off = within(health).getByRole('link', { name: /^WAF Warning Mode: off. Requests aren’t inspected. Change the WAF mode$/ });
    expect(off.getAttribute('href')).toBe('/domains/parvaz.example/waf');
    expect(
      within(health)
        .getByRole('link', { name: /HTTP isn’t redirected to HTTPS/ })
        .getAttribute('href'),
    ).toBe('/domains/parvaz.example/https');
    // No edge is connected, so its features must not be shown as OK.
    expect(within(health).getByText(/don’t act on traffic until one is connected/)).toBeTruthy();
    expect(within(health).getByRole('link', { name: /^Cache Saved / })).toBeTruthy();
    expect(within(health).queryByRole('link', { name: /^(Cache|WAF|HTTPS|Firewall|Certificate) OK / })).toBeNull();
    // Nor can a zone be signed without a name server.
    expect(within(health).getByText(t('overview:posture.dnssec.planned'))).toBeTruthy();
  });

  test('under attack mode is turned on for a selected time, shows its end, and is turned off', async () => {
    const { running, user, request } = await withDialogs();
    const until = async () => (await request(ddos.get, { domainId })).ddos.underAttackUntil;
    await user.click(await button('Turn on…'));
    const dialog = await screen.findByRole('dialog', { name: 'Under attack mode' });
    expect(await until()).toBeNull();
    await user.click(await within(dialog).findByRole('button', { name: /^Duration/ }));
    await user.click(await screen.findByRole('option', { name: '3 hours' }));
    await user.click(within(dialog).getByRole('button', { name: 'Turn on' }));
    const end = await waitFor(async () => String((await until()) ?? expect.fail('it is on')));
    expect(Date.parse(end) - running.clock.now).toBe(3 * 3_600_000);
    expect(
      await screen.findByText(`Every visitor is challenged until ${formatDateTime(end, 'en')}. Then this turns off automatically.`),
    ).toBeTruthy();
    await user.click(await button('Turn off'));
    expect(await button('Turn on…')).toBeTruthy();
    expect(await until()).toBeNull();
    expect(titles()).toEqual(['Under attack mode is on', 'Under attack mode is off']);
  });

  test('shows the published limits of a plan', async () => {
    await openPage(<DomainOverview domainName="atlas-shop.example" />);
    const plan = await screen.findByRole('region', { name: 'Plan' });
    await within(plan).findByText('75');
    for (const text of ['10 TB', '50M', '1 second']) expect(within(plan).getByText(text)).toBeTruthy();
  });

  test('of a waiting domain: the next step, and why it can’t be paused', async () => {
    const { user } = await withDialogs('atlas-shop.example');
    const setup = await screen.findByRole('link', { name: /^Name servers Warning Your registrar doesn’t list our name servers yet/ });
    expect(setup.getAttribute('href')).toBe('/domains/atlas-shop.example/setup/ns');
    const pause = await button('Pause');
    expect(pause.getAttribute('aria-disabled')).toBe('true');
    await user.hover(pause);
    expect((await screen.findByRole('tooltip')).textContent).toMatch(/isn’t live yet/);
    await user.click(pause);
    expect($dialogs.get()).toEqual([]);
  });

  test('a failed pause doesn’t change the domain; the next one is among the changes', async () => {
    const { user } = await withDialogs();
    await user.click(await button('Pause'));
    const through = globalThis.fetch;
    globalThis.fetch = async (input, init) =>
      String(input).includes('/toggle') ? new Response('{"code":"error:server"}', { status: 500 }) : through(input, init);
    await user.click(await button('Pause domain'));
    expect(await screen.findByRole('dialog')).toBeTruthy();
    expect(titles()).toEqual(['Error']);
    expect(screen.getByText('Active')).toBeTruthy();
    globalThis.fetch = through;
    await user.click(await button('Pause domain'));
    expect(await screen.findByText(t('log:change.domain.paused'))).toBeTruthy();
    expect(screen.getByText(t('common:domainStatus.inactive'))).toBeTruthy();
  });

  test('of an unknown domain leads to the list', async () => {
    await openPage(<DomainOverview domainName="nobodys.example" />);
    expect((await screen.findByRole('link', { name: t('domain:unknown.action') })).getAttribute('href')).toBe('/domains');
  });

  test('shows the latest changes with old and new values', async () => {
    const { request } = await inPanel();
    await request(dns.update, { domainId, recordId: demo.recordId, content: '203.0.113.99', ttl: 300, proxy: false });
    await request(dns.create, { domainId, name: 'shop', type: 'A', content: '203.0.113.5', ttl: 'auto', proxy: false });
    render(<DomainOverview domainName="parvaz.example" />);
    const list = await screen.findByRole('list', { name: 'Latest changes' });
    const [added, changed, first] = within(list).getAllByRole('listitem');
    expect(added?.textContent).toMatch(/DNS record added.*A shop.*Content203\.0\.113\.5/);
    expect(changed?.textContent).toMatch(/DNS record changed.*A @.*Content203\.0\.113\.24changed to203\.0\.113\.99.*1 more field/);
    expect(first?.textContent).toMatch(/Domain added.*parvaz\.example.*System/);
  });
});

describe('the settings', () => {
  test('show the details of the domain', async () => {
    await openPage(<DomainSettings domainName="parvaz.example" />);
    const details = await screen.findByRole('region', { name: 'Details' });
    expect(await within(details).findByText(domainId)).toBeTruthy();
    expect(within(details).getByText('2026-11')).toBeTruthy();
    expect(within(details).getByText('Enterprise')).toBeTruthy();
  });

  test('shows why a waiting domain can’t be paused, also without a pointer', async () => {
    await openPage(<DomainSettings domainName="atlas-shop.example" />);
    expect(await screen.findByText(/isn’t live yet/)).toBeTruthy();
  });
});
