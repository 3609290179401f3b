import { render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { addRecord, bar, box, boxOfHead, dnsPage, findRecordRow, rows, selected } from '../../../../tests/support/dnsPage.tsx';
import { $snackbars, chooseItem, demo, fill, inPanel, onPhone, reopen, t } from '../../../../tests/support/panel.ts';
import { dns } from '../../../lib/contract/cdn/dns.ts';
import { dnsSetting } from '../../../lib/contract/cdn/dnsSetting.ts';
import DnsRecords from './DnsRecords.tsx';

test('the list is searched and filtered, and the address reflects it', async () => {
  const { user } = await dnsPage();
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

test('the list applies the filters in the address', async () => {
  await dnsPage('?type=MX');
  expect(rows()).toHaveLength(1);
  expect(screen.getByRole('button', { name: /^MX/ }).getAttribute('aria-pressed')).toBe('true');
});

describe('selecting', () => {
  test('survives filters, which report hidden rows; "all" selects the shown rows', async () => {
    const { user } = await dnsPage();
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
    const { user } = await dnsPage();
    await user.click(box('assets.parvaz.example CNAME'));
    await user.click(box('api.parvaz.example A'));
    const name = t('dns:menu.label', { name: 'assets.parvaz.example', type: 'CNAME' });
    await user.click(screen.getByRole('button', { name }));
    await user.click(await screen.findByRole('menuitem', { name: t('dns:menu.delete') }));
    await waitFor(() => expect(bar()?.textContent).toContain(selected(1)));
  });

  test('on a phone, after enabling it; then tapping a row selects it', async () => {
    onPhone();
    const { user } = await dnsPage();
    expect(screen.queryByRole('checkbox')).toBeNull();
    await chooseItem(t('common:list.options'), t('common:list.select'));
    await user.click(screen.getByRole('button', { name: 'api.parvaz.example' }));
    expect(box('api.parvaz.example A').checked).toBe(true);
    expect(screen.queryByRole('dialog', { name: /api/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: t('common:list.endSelecting') }));
    expect(bar()).toBeNull();
    await user.click(screen.getByRole('button', { name: 'api.parvaz.example' }));
    expect(await screen.findByRole('dialog', { name: /api/ })).toBeTruthy();
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
  const lines = async () => {
    await waitFor(() => expect(saved).toHaveLength(1));
    return ((await saved[0]?.text()) ?? '').replace('\ufeff', '').trim().split('\r\n');
  };

  test('contains the shown rows in order, and can’t run formulas', async () => {
    const { user, request } = await dnsPage();
    await request(dns.create, {
      domainId: demo.domainId,
      name: 'formula',
      type: 'TXT',
      content: '=HYPERLINK("//evil.example")',
      ttl: 'auto',
      proxy: false,
    });
    reopen(<DnsRecords domainName="parvaz.example" />);
    await screen.findByRole('table');
    await user.click(screen.getByRole('button', { name: /^TXT/ }));
    await user.click(screen.getByRole('button', { name: t('common:list.exportCsv') }));
    const [head, ...body] = await lines();
    expect(head).toBe('Type,Name,Content,TTL,Proxy,Priority,Weight,Port,Comment,Tags');
    expect(body).toHaveLength(3);
    expect(body.find((line) => line.includes('formula'))).toBe(`TXT,formula.parvaz.example,"'=HYPERLINK(""//evil.example"")",auto,,,,,,`);
  });

  test('contains only the selected rows', async () => {
    const { user } = await dnsPage();
    await user.click(screen.getByRole('checkbox', { name: t('common:list.selectRow', { name: 'api.parvaz.example A' }) }));
    await user.click(
      within(screen.getByRole('region', { name: t('common:list.forSelected') })).getByRole('button', { name: t('common:list.export') }),
    );
    expect((await lines()).slice(1)).toEqual(['A,api.parvaz.example,203.0.113.25,auto,Through the CDN,,,,,']);
  });
});

test.each([true, false])('the form for a new record uses the domain’s default for the CDN: %s', async (proxyDefault) => {
  const { request } = await inPanel();
  await request(dnsSetting.update, { domainId: demo.domainId, proxyDefault });
  render(<DnsRecords domainName="parvaz.example" />);
  const form = await addRecord();
  expect(form.querySelector('[role=switch]')?.getAttribute('aria-checked')).toBe(String(proxyDefault));
});

test('the fields follow the type, and warnings come while typing', async () => {
  const { user } = await dnsPage();
  await addRecord();
  const type = screen.getByRole('combobox', { name: t('dns:field.type') });
  await fill(type, 'MX{Enter}');
  expect(screen.queryByRole('switch', { name: t('dns:proxy.on') })).toBeNull();
  await user.type(screen.getByRole('textbox', { name: t('dns:field.name') }), '@');
  await user.type(screen.getByRole('textbox', { name: t('dns:field.mailServer') }), 'api.parvaz.example');
  const form = screen.getByRole('form');
  expect(form.textContent).toContain(t('dns:says.MX', { name: 'parvaz.example', content: 'api.parvaz.example', priority: 10 }));
  expect(form.textContent).toContain(t('dns:warning.proxiedMail', { target: 'api.parvaz.example' }));
});

test.each([
  [t('common:conflict.keep'), '198.51.100.15'],
  [t('common:conflict.take'), '198.51.100.99'],
])('a record that was changed elsewhere: %s', async (choice, stored) => {
  const { user, request, records } = await dnsPage();
  const mail = (await records()).find(({ name }) => name === 'mail');
  await user.click(
    within(findRecordRow('198.51.100.14')).getByRole('button', { name: t('dns:edit.of', { name: 'mail.parvaz.example', type: 'A' }) }),
  );
  await request(dns.update, { domainId: demo.domainId, recordId: mail?.id ?? '', content: '198.51.100.99' });
  const content = screen.getByRole('textbox', { name: t('dns:field.ipv4') });
  await fill(content, '198.51.100.15{Enter}');
  const conflict = await screen.findByRole('table', { name: '' });
  expect(conflict.textContent).toContain('198.51.100.99');
  expect($snackbars.get()).toEqual([]);
  await user.click(screen.getByRole('button', { name: choice }));
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  expect((await records()).find(({ name }) => name === 'mail')?.content).toBe(stored);
});
