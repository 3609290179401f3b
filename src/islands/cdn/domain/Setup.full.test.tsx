import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { addresses, startDemoDns } from '../../../../tests/support/dns.ts';
import {
  $snackbars,
  cleanup,
  expectDialog,
  inPanel,
  render,
  screen,
  t,
  userEvent,
  waitFor,
  within,
} from '../../../../tests/support/panel.ts';
import { navigate } from '../../../browser/navigate.ts';
import { dns } from '../../../lib/contract/cdn/dns.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { wallet } from '../../../lib/contract/core/wallet.ts';
import NameServers from './DomainNameServers.tsx';
import SetupDone from './SetupDone.tsx';
import SetupRecords from './SetupRecords.tsx';

const NAME = 'atlas-shop.example';

async function internet() {
  const net = await startDemoDns();
  onTestFinished(() => net[Symbol.asyncDispose]());
  const { request, clock } = await inPanel({ env: net.env });
  const to = vi.spyOn(navigate, 'to').mockImplementation(() => {});
  const { domains } = await request(domain.list, { q: NAME });
  const domainId = domains[0]?.id ?? '';
  const records = async () => (await request(dns.list, { domainId })).records;
  return { net, to, domainId, records, user: userEvent.setup(), request, clock };
}
const button = (name: string) => screen.getByRole('button', { name });

describe('the records step', () => {
  test('shows the records of the current DNS, and imports the selected ones', async () => {
    const { user, to, records } = await internet();
    render(<SetupRecords domainName={NAME} from="scan" />);
    const table = await screen.findByRole('table', { name: t('setup:records.table') });
    expect(within(table).getAllByRole('row')).toHaveLength(12 + 1);
    // The domain already has its first record.
    const first = within(table).getByRole('checkbox', { name: t('setup:records.choose', { name: '@', type: 'A' }) });
    expect((first as HTMLInputElement).disabled).toBe(true);
    expect(within(table).getByText(t('setup:records.exists'))).toBeTruthy();
    await user.click(within(table).getByRole('checkbox', { name: t('setup:records.choose', { name: 'sip', type: 'A' }) }));
    await user.click(within(table).getByRole('switch', { name: t('setup:records.proxy', { name: 'blog', type: 'CNAME' }) }));
    expect(screen.getByText(t('setup:records.chosen', { chosen: '10', total: '11' }))).toBeTruthy();
    await user.click(button(t('setup:records.importOn', { count: 10, n: '10' })));
    await waitFor(() => expect(to).toHaveBeenCalledWith(`/domains/${NAME}/setup/ns`));
    expect($snackbars.get().at(-1)?.title).toBe(t('setup:records.imported', { count: 10, n: '10' }));
    const stored = await records();
    expect(stored).toHaveLength(11);
    const of = (name: string, type: string) => stored.find((one) => one.name === name && one.type === type);
    expect(of('sip', 'A')).toBeUndefined();
    expect(of('blog', 'CNAME')).toMatchObject({ content: 'atlas.blogs.test', proxy: false, ttl: 3600 });
    expect(of('www', 'CNAME')).toMatchObject({ content: NAME, proxy: true });
    expect(of('_sip._tcp', 'SRV')).toMatchObject({ priority: 10, weight: 5, port: 5060 });
    expect(of('google._domainkey', 'TXT')?.content).toMatch(/^v=DKIM1; k=rsa; p=MIIB.{200,}$/);
  });

  test('a record added elsewhere in the meantime refuses the whole import and is reported', async () => {
    const { user, to, domainId, records, request } = await internet();
    render(<SetupRecords domainName={NAME} from="scan" />);
    await screen.findByRole('table', { name: t('setup:records.table') });
    await request(dns.create, { domainId, name: 'mail', type: 'A', content: '198.51.100.61' });
    await user.click(button(t('setup:records.importOn', { count: 11, n: '11' })));
    expect((await screen.findByRole('alert')).textContent).toBeTruthy();
    expect(to).not.toHaveBeenCalled();
    expect(await records()).toHaveLength(2);
  });

  test('leaving and coming back keeps the selection and doesn’t scan again', async () => {
    const { user, net } = await internet();
    const { unmount } = render(<SetupRecords domainName={NAME} from="scan" />);
    await user.click(await screen.findByRole('checkbox', { name: t('setup:records.choose', { name: 'mail', type: 'A' }) }));
    const queries = net.queries(addresses.old).length;
    unmount();
    render(<SetupRecords domainName={NAME} from="scan" />);
    const box = await screen.findByRole('checkbox', { name: t('setup:records.choose', { name: 'mail', type: 'A' }) });
    expect((box as HTMLInputElement).checked).toBe(false);
    expect(net.queries(addresses.old)).toHaveLength(queries);
  });

  test('the button that scans again keeps the focus', async () => {
    const { user, net, clock } = await internet();
    render(<SetupRecords domainName={NAME} from="scan" />);
    await screen.findByRole('table', { name: t('setup:records.table') });
    clock.now += 60_000;
    net.zone(addresses.old, NAME, [[NAME, 'A', '203.0.113.61', 3600]]);
    button(t('setup:records.again')).focus();
    await user.keyboard('{Enter}');
    expect(await screen.findByText(t('setup:records.found', { count: 1, n: '1' }))).toBeTruthy();
    expect(document.activeElement).toBe(button(t('setup:records.again')));
  });

  test('all records can be deselected, and the setup continues without them', async () => {
    const { user } = await internet();
    render(<SetupRecords domainName={NAME} from="scan" />);
    await user.click(await screen.findByRole('checkbox', { name: t('setup:records.chooseAll') }));
    expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull();
    expect(screen.getByRole('link', { name: t('setup:continue') }).getAttribute('href')).toBe(`/domains/${NAME}/setup/ns`);
  });

  test('continuing from a zone file shows the number of records', async () => {
    const { records } = await internet();
    const count = (await records()).length;
    expect(count).toBeGreaterThan(0);
    render(<SetupRecords domainName={NAME} from="file" />);
    const link = await screen.findByRole('link', { name: t('setup:continueWith', { count, n: String(count) }) });
    // The import below has the primary button.
    expect(link.className).not.toContain('primary');
    expect(screen.queryByRole('link', { name: t('setup:continue') })).toBeNull();
  });

  test('a domain without DNS explains what to do, and can be scanned again', async () => {
    const { user, net } = await internet();
    net.delegate(NAME, {});
    render(<SetupRecords domainName={NAME} from="scan" />);
    expect(await screen.findByText(t('setup:records.noneTitle'))).toBeTruthy();
    net.delegate(NAME, { 'ns1.old-dns.test': addresses.old });
    await user.click(button(t('setup:records.again')));
    expect(await screen.findByRole('table', { name: t('setup:records.table') })).toBeTruthy();
  });

  test('unresponsive name servers are not reported as missing', async () => {
    const { net } = await internet();
    net.mood(addresses.old, 'lame');
    render(<SetupRecords domainName={NAME} from="scan" />);
    expect(await screen.findByText(t('setup:records.unansweredTitle'))).toBeTruthy();
  });
});

describe('the name servers step', () => {
  test('has copy buttons for both, shows those at the registry, and detects the change', async () => {
    const { user, net } = await internet();
    render(<NameServers domainName={NAME} />);
    expect(await screen.findByRole('button', { name: t('domain:servers.copy', { server: 'ns2.nasim.example' }) })).toBeTruthy();
    expect(await screen.findByText(t('setup:watch.unchecked'))).toBeTruthy();
    await user.click(button(t('setup:watch.checkNow')));
    const region = await screen.findByRole('region', { name: t('setup:watch.current') });
    expect(await within(region).findByText('ns1.old-dns.test')).toBeTruthy();
    expect(screen.getByText(t('setup:watch.different'))).toBeTruthy();
    expect(screen.getAllByText(t('setup:watch.missing'))).toHaveLength(2);

    net.delegate(NAME, { 'ns1.nasim.example': null, 'ns2.nasim.example': null });
    await user.click(button(t('setup:watch.checkNow')));
    expect(await screen.findByText(t('setup:watch.matched'))).toBeTruthy();
    expect(await screen.findByText(t('setup:servers.live'))).toBeTruthy();
    expect(screen.getByRole('link', { name: t('setup:servers.finish') })).toBeTruthy();
    // It is active now: cancelling the setup is no longer offered.
    expect(screen.queryByRole('button', { name: t('setup:cancel') })).toBeNull();
  });

  test('detects the results of the job automatically while the tab is visible', async () => {
    const { net, request, domainId } = await internet();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    render(<NameServers domainName={NAME} />);
    await screen.findByText(t('setup:watch.unchecked'));
    net.delegate(NAME, { 'ns1.nasim.example': null, 'ns2.nasim.example': null });
    await request(domain.verify, { domainId });
    expect(screen.queryByText(t('setup:watch.matched'))).toBeNull();
    await vi.advanceTimersByTimeAsync(16_500);
    expect(await screen.findByText(t('setup:watch.matched'))).toBeTruthy();
    expect(await screen.findByText(t('setup:servers.live'))).toBeTruthy();
  });

  test('warns of DNSSEC at the old provider', async () => {
    const { user, net } = await internet();
    net.delegate(NAME, { 'ns1.old-dns.test': addresses.old }, [
      [NAME, 'DS', { keyTag: 1, algorithm: 13, digestType: 2, digest: Buffer.alloc(32) }],
    ]);
    render(<NameServers domainName={NAME} />);
    await user.click(await screen.findByRole('button', { name: t('setup:watch.checkNow') }));
    expect(await screen.findByText(t('setup:watch.signed'))).toBeTruthy();
  });

  test('cancelling warns of what is lost, removes the domain and refunds its first month', async () => {
    const { user, to, request } = await internet();
    render(<NameServers domainName={NAME} />);
    await user.click(await screen.findByRole('button', { name: t('setup:cancel') }));
    const dialog = expectDialog('delete');
    expect(dialog).toMatchObject({
      phrase: NAME,
      title: t('domain:remove.unfinishedTitle', { name: NAME }),
      losses: expect.arrayContaining([t('domain:remove.refund', { plan: t('common:plan.pro') })]),
    });
    await dialog.run();
    expect(to).toHaveBeenCalledWith('/domains');
    expect((await request(domain.list, { q: NAME })).total).toBe(0);
    expect((await request(wallet.balance, {})).balance).toBe(448_000);
  });
});

test('the last step of a waiting domain shows the expected name servers and those at the registry; of a live one, that it is', async () => {
  await internet();
  render(<SetupDone domainName={NAME} />);
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toContain('Waiting for the registrar');
  expect(await screen.findByRole('region', { name: t('setup:watch.expected') })).toBeTruthy();
  expect(await screen.findByText(t('setup:done.waitText'))).toBeTruthy();
  cleanup();
  render(<SetupDone domainName="parvaz.example" />);
  expect(await screen.findByText(t('setup:done.liveText'))).toBeTruthy();
});
