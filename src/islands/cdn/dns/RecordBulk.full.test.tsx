import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { $snackbars, demo, expectDialog, inPanel, render, screen, t, waitFor, within } from '../../../../tests/support/panel.ts';
import { dns } from '../../../lib/contract/cdn/dns.ts';
import DnsRecords from './DnsRecords.tsx';

const { domainId } = demo;
beforeAll(() => Promise.all([import('./RecordTtl.tsx'), import('../../../lib/rules/cdn/dns/zoneWarnings.ts')]));
beforeEach(() => history.replaceState(null, '', '/domains/parvaz.example/dns'));

async function renderPage(before?: (change: (name: string, type: string, to: object) => Promise<unknown>) => Promise<unknown>) {
  const { user, request } = await inPanel();
  const records = async () => (await request(dns.list, { domainId })).records;
  const change = async (name: string, type: string, to: object) => {
    const record = (await records()).find((one) => one.name === name && one.type === type);
    return request(dns.update, { domainId, recordId: record?.id ?? '', ...to });
  };
  await before?.(change);
  render(<DnsRecords domainName="parvaz.example" />);
  await screen.findByRole('table');
  const select = async (...names: string[]) => {
    for (const name of names) await user.click(screen.getByRole('checkbox', { name: t('common:list.selectRow', { name }) }));
  };
  const press = (name: string) =>
    user.click(within(screen.getByRole('region', { name: t('common:list.forSelected') })).getByRole('button', { name }));
  const ttls = async () => Object.fromEntries((await records()).map(({ name, type, ttl }) => [`${name} ${type}`, ttl]));
  return { user, records, change, select, press, ttls };
}
const n = (count: number) => ({ count, n: String(count) });

describe('bulk actions', () => {
  test('the CDN switch changes records that support it, and counts the others', async () => {
    const { select, press, records } = await renderPage();
    await select('mail.parvaz.example A', 'www.parvaz.example CNAME', 'parvaz.example MX');
    await press(t('dns:proxy.on'));
    await waitFor(() => expect($snackbars.get()).toHaveLength(1));
    expect($snackbars.get()[0]).toMatchObject({ title: t('dns:bulk.changed', n(1)), description: t('dns:bulk.cannot', n(1)) });
    expect((await records()).find(({ name }) => name === 'mail')?.proxy).toBe(true);
  });

  test('unavailable actions show their reason', async () => {
    const { select, press } = await renderPage();
    await select('parvaz.example MX', '_dmarc.parvaz.example TXT');
    const bar = within(screen.getByRole('region', { name: t('common:list.forSelected') }));
    const button = bar.getByRole('button', { name: t('dns:proxy.on') });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await press(t('dns:proxy.on'));
    expect($snackbars.get()).toEqual([]);
  });

  test('a record changed elsewhere isn’t deleted unseen', async () => {
    const { select, press, records, change } = await renderPage();
    await select('api.parvaz.example A', 'mail.parvaz.example A');
    await change('api', 'A', { content: '203.0.113.77' });
    await press(t('dns:bulk.delete'));
    await expectDialog('delete').run();
    expect(await records()).toHaveLength(12);
    expect($snackbars.get()[0]).toMatchObject({ type: 'error', description: t('dns:error.batch', n(1)) });
    // The list shows the current record.
    expect(await screen.findByText('203.0.113.77')).toBeTruthy();
  });
});

describe('warnings', () => {
  test('are shown at their records, and a filter shows only those', async () => {
    const { user } = await renderPage((before) => before('mail', 'A', { proxy: true }));
    const mark = await screen.findByRole('button', { name: t('dns:warned.of', { name: 'mail.parvaz.example', type: 'A' }) });
    await user.click(mark);
    expect(await screen.findByText(t('dns:warning.proxiedMail', { target: 'mail.parvaz.example' }))).toBeTruthy();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: new RegExp(`^${t('dns:warned.label')} ?2`) }));
    expect(screen.getAllByRole('row')).toHaveLength(3);
    await waitFor(() => expect(location.search).toBe('?warned=yes'));
    // Fixed warnings disappear.
    await user.click(screen.getByRole('switch', { name: t('dns:proxy.of', { name: 'mail.parvaz.example' }) }));
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: t('dns:warned.of', { name: 'mail.parvaz.example', type: 'A' }) })).toBeNull(),
    );
  });

  test('a zone without warnings has no filter for them', async () => {
    await renderPage();
    expect(screen.queryByRole('button', { name: new RegExp(`^${t('dns:warned.label')}`) })).toBeNull();
  });
});
