// @vitest-environment jsdom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { withProvider } from '../../../../tests/support/island.ts';
import { queryClient } from '../../../lib/api/query.ts';
import { dns } from '../../../lib/contract/cdn/dns.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { $snackbars } from '../../../lib/stores/snackbars.ts';
import { forgetMedia } from '../../ui/useCompact.ts';
import DnsRecords from './DnsRecords.tsx';

/** Texts by their keys: wording may change, but the message must be shown. */
const t = translator('en');

const { domainId } = demo;
const address = '/domains/parvaz.example/dns';
beforeEach(() => history.replaceState(null, '', address));
afterEach(cleanup);

async function shown(options: Parameters<typeof withProvider>[0] = {}) {
  const running = await withProvider(options);
  const user = userEvent.setup();
  render(<DnsRecords domainName="parvaz.example" />);
  const table = await screen.findByRole('table');
  const token = await running.signIn();
  const records = async () => (await running.ok(dns.list, { domainId }, { token })).records;
  return { running, user, table, token, records };
}
/** The form is loaded lazily, so the test waits for it. Before the domain is there, the button is disabled. */
async function opened(user: ReturnType<typeof userEvent.setup>) {
  const add = await screen.findByRole<HTMLButtonElement>('button', { name: new RegExp(`^${t('dns:add')}`) });
  await waitFor(() => expect(add.disabled).toBe(false));
  await user.click(add);
  return screen.findByRole('form');
}
const rows = () => within(screen.getByRole('table')).getAllByRole('row').slice(1);
const rowOf = (text: string) => rows().find((row) => row.textContent?.includes(text)) ?? expect.fail(`no row with ${text}`);

describe('the list', () => {
  test('is searched and filtered, and the address reflects it', async () => {
    const { user } = await shown();
    expect(rows()).toHaveLength(12);
    await user.click(screen.getByRole('button', { name: /^CNAME/ }));
    expect(rows()).toHaveLength(2);
    await user.type(screen.getByRole('searchbox', { name: t('dns:search') }), 'storage');
    expect(rows()).toHaveLength(1);
    await waitFor(() => expect(location.search).toBe('?q=storage&type=CNAME'));
    await user.type(screen.getByRole('searchbox'), 'zzz');
    await user.click(await screen.findByRole('button', { name: t('common:list.clearFilters') }));
    expect(rows()).toHaveLength(12);
    await waitFor(() => expect(location.search).toBe(''));
  });

  test('applies the filters in the address', async () => {
    history.replaceState(null, '', `${address}?type=MX`);
    await shown();
    expect(rows()).toHaveLength(1);
    expect(screen.getByRole('button', { name: /^MX/ }).getAttribute('aria-pressed')).toBe('true');
  });
});

describe('selecting', () => {
  const box = (name: string) => screen.getByRole('checkbox', { name: t('common:list.selectRow', { name }) }) as HTMLInputElement;
  const boxOfHead = () => within(screen.getAllByRole('columnheader')[0] as HTMLElement).getByRole('checkbox') as HTMLInputElement;
  const bar = () => screen.queryByRole('region', { name: t('common:list.forSelected') });
  const selected = (count: number) => t('common:list.selected', { count, n: count });

  test('survives filters, which report hidden rows; "all" selects the shown rows', async () => {
    const { user } = await shown();
    await user.click(box('api.parvaz.example A'));
    await user.click(screen.getByRole('button', { name: /^CNAME/ }));
    expect(bar()?.textContent).toContain(selected(1) + t('common:list.notShown', { count: 1, n: 1 }));
    expect(boxOfHead().indeterminate).toBe(false);
    await user.click(boxOfHead());
    expect(bar()?.textContent).toContain(selected(3));
    await user.click(boxOfHead());
    expect(bar()?.textContent).toContain(selected(1));
    await user.click(screen.getByRole('button', { name: /^CNAME/ }));
    expect(box('api.parvaz.example A').checked).toBe(true);
  });

  test('a deleted record is no longer selected', async () => {
    const { user } = await shown();
    await user.click(box('assets.parvaz.example CNAME'));
    await user.click(box('api.parvaz.example A'));
    const name = t('dns:menu.label', { name: 'assets.parvaz.example', type: 'CNAME' });
    await user.click(screen.getByRole('button', { name }));
    await user.click(await screen.findByRole('menuitem', { name: t('dns:menu.delete') }));
    await waitFor(() => expect(bar()?.textContent).toContain(selected(1)));
  });

  test('on a phone, after enabling it; then tapping a row selects it', async () => {
    const real = globalThis.matchMedia;
    forgetMedia();
    globalThis.matchMedia = (query) =>
      ({ matches: !query.includes('reduce'), addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList; // the used members
    try {
      const { user } = await shown();
      expect(screen.queryByRole('checkbox')).toBeNull();
      await user.click(screen.getByRole('button', { name: t('common:list.options') }));
      await user.click(await screen.findByRole('menuitem', { name: t('common:list.select') }));
      await user.click(screen.getByRole('button', { name: 'api.parvaz.example' }));
      expect(box('api.parvaz.example A').checked).toBe(true);
      expect(screen.queryByRole('dialog', { name: /api/ })).toBeNull();
      await user.click(screen.getByRole('button', { name: t('common:list.endSelecting') }));
      expect(bar()).toBeNull();
      await user.click(screen.getByRole('button', { name: 'api.parvaz.example' }));
      expect(await screen.findByRole('dialog', { name: /api/ })).toBeTruthy();
    } finally {
      forgetMedia();
      globalThis.matchMedia = real;
    }
  });
});

describe('the export', () => {
  const saved: Blob[] = [];
  beforeEach(() => {
    saved.length = 0;
    URL.createObjectURL = (blob) => {
      saved.push(blob as Blob);
      return 'blob:';
    };
    URL.revokeObjectURL = () => {};
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  });
  afterEach(() => vi.restoreAllMocks());
  const lines = async () => {
    await waitFor(() => expect(saved).toHaveLength(1));
    return ((await saved[0]?.text()) ?? '').replace('\ufeff', '').trim().split('\r\n');
  };

  test('contains the shown rows in order, and can’t run formulas', async () => {
    const { running, user, token } = await shown();
    await running.ok(
      dns.create,
      { domainId, name: 'formula', type: 'TXT', content: '=HYPERLINK("//evil.example")', ttl: 'auto', proxy: false },
      { token },
    );
    cleanup();
    queryClient.clear();
    render(<DnsRecords domainName="parvaz.example" />);
    await screen.findByRole('table');
    await user.click(screen.getByRole('button', { name: /^TXT/ }));
    await user.click(screen.getByRole('button', { name: t('common:list.exportCsv') }));
    const [head, ...body] = await lines();
    expect(head).toBe('Type,Name,Content,TTL,Proxy,Priority,Weight,Port');
    expect(body).toHaveLength(3);
    expect(body.find((line) => line.includes('formula'))).toBe(`TXT,formula.parvaz.example,"'=HYPERLINK(""//evil.example"")",auto,,,,`);
  });

  test('contains only the selected rows', async () => {
    const { user } = await shown();
    await user.click(screen.getByRole('checkbox', { name: t('common:list.selectRow', { name: 'api.parvaz.example A' }) }));
    await user.click(
      within(screen.getByRole('region', { name: t('common:list.forSelected') })).getByRole('button', { name: t('common:list.export') }),
    );
    expect((await lines()).slice(1)).toEqual(['A,api.parvaz.example,203.0.113.25,auto,Through the CDN,,,']);
  });
});

describe('adding', () => {
  test('the fields follow the type, and warnings come while typing', async () => {
    const { user } = await shown();
    await opened(user);
    const type = screen.getByRole('combobox', { name: t('dns:field.type') });
    await user.clear(type);
    await user.type(type, 'MX{Enter}');
    expect(screen.queryByRole('switch', { name: t('dns:proxy.on') })).toBeNull();
    await user.type(screen.getByRole('textbox', { name: t('dns:field.name') }), '@');
    await user.type(screen.getByRole('textbox', { name: t('dns:field.mailServer') }), 'api.parvaz.example');
    const form = screen.getByRole('form');
    expect(form.textContent).toContain(t('dns:says.MX', { name: 'parvaz.example', content: 'api.parvaz.example', priority: 10 }));
    expect(form.textContent).toContain(t('dns:warning.proxiedMail', { target: 'api.parvaz.example' }));
  });
});

describe('changing', () => {
  test.each([
    [t('common:conflict.keep'), '198.51.100.15'],
    [t('common:conflict.take'), '198.51.100.99'],
  ])('when it was changed elsewhere: %s', async (choice, kept) => {
    const { running, user, token, records } = await shown();
    const mail = (await records()).find(({ name }) => name === 'mail');
    await user.click(
      within(rowOf('198.51.100.14')).getByRole('button', { name: t('dns:edit.of', { name: 'mail.parvaz.example', type: 'A' }) }),
    );
    await running.ok(dns.update, { domainId, recordId: mail?.id ?? '', content: '198.51.100.99' }, { token });
    const content = screen.getByRole('textbox', { name: t('dns:field.ipv4') });
    await user.clear(content);
    await user.type(content, '198.51.100.15{Enter}');
    const conflict = await screen.findByRole('table', { name: '' });
    expect(conflict.textContent).toContain('198.51.100.99');
    expect($snackbars.get()).toEqual([]);
    await user.click(screen.getByRole('button', { name: choice }));
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
    expect((await records()).find(({ name }) => name === 'mail')?.content).toBe(kept);
  });
});
