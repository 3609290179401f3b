import { expect, test } from 'vitest';
import { addRecord, address, bar, box, boxOfHead, dnsPage, findRecordRow, rows, selected } from '../../../../tests/support/dnsPage.tsx';
import {
  $snackbars,
  breakCalls,
  openPage,
  render,
  screen,
  t,
  userEvent,
  waitFor,
  within,
  withProvider,
} from '../../../../tests/support/panel.ts';
import { dns } from '../../../lib/contract/cdn/dns.ts';
import DnsRecords from './DnsRecords.tsx';
// They load on the first use, which takes seconds on a busy machine.
import './RecordForm.tsx';
import './FilterDialog.tsx';

test('a failed list shows an error, and loads on retry', async () => {
  await withProvider();
  const restore = breakCalls(dns.list);
  const user = userEvent.setup();
  render(<DnsRecords domainName="parvaz.example" />);
  expect((await screen.findByRole('alert')).textContent).toContain('Not now.');
  restore();
  await user.click(screen.getByRole('button', { name: t('common:retry') }));
  expect(await screen.findByRole('table')).toBeTruthy();
});

test('rows are selected by checkbox, by range and all at once; Escape clears the selection', async () => {
  const { user } = await dnsPage();
  expect(bar()).toBeNull();
  await user.click(box('api.parvaz.example A'));
  expect(bar()?.textContent).toContain(selected(1));
  expect(boxOfHead().indeterminate).toBe(true);
  expect(findRecordRow('203.0.113.25').getAttribute('aria-selected')).toBe('true');
  await user.keyboard('{Shift>}');
  await user.click(box('assets.parvaz.example CNAME'));
  await user.keyboard('{/Shift}');
  // api, mail, sip, the AAAA record and assets.
  expect(bar()?.textContent).toContain(selected(5));
  await user.click(boxOfHead());
  expect(bar()?.textContent).toContain(selected(12));
  expect(boxOfHead().checked).toBe(true);
  await user.keyboard('{Escape}');
  expect(bar()).toBeNull();
  expect(boxOfHead().checked).toBe(false);
  await user.click(box('api.parvaz.example A'));
  await user.click(screen.getByRole('button', { name: t('common:list.clearSelection') }));
  expect(bar()).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(boxOfHead()));
});

test('an invalid value shows an error beside the field, and nothing is sent', async () => {
  const { user, records } = await dnsPage();
  await addRecord();
  const name = screen.getByRole('textbox', { name: t('dns:field.name') });
  await user.type(name, 'a..b');
  await user.tab();
  await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getByText(t('dns:error.doubleDot'))).toBeTruthy();
  await user.type(screen.getByRole('textbox', { name: t('dns:field.ipv4') }), '203.0.113.256{Enter}');
  expect(await screen.findByText(t('dns:error.ipv4Last', { part: '256' }))).toBeTruthy();
  expect(document.activeElement).toBe(name);
  expect(await records()).toHaveLength(12);
  expect($snackbars.get()).toEqual([]);
});

test('Escape closes an empty form at once, and asks before discarding input', async () => {
  const { user } = await dnsPage();
  await addRecord();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('form')).toBeNull();
  await addRecord();
  await user.type(screen.getByRole('textbox', { name: t('dns:field.name') }), 'half{Escape}');
  expect(screen.getByText(t('common:discardQuestion'))).toBeTruthy();
  await user.click(screen.getByRole('button', { name: t('common:keepWriting') }));
  expect((screen.getByRole('textbox', { name: t('dns:field.name') }) as HTMLInputElement).value).toBe('half');
  await user.click(screen.getByRole('button', { name: t('common:cancel') }));
  await user.click(screen.getByRole('button', { name: t('common:discard') }));
  expect(screen.queryByRole('form')).toBeNull();
});

test('the proxy switch is applied at once, and undone', async () => {
  const { user, records } = await dnsPage();
  const proxied = async () => (await records()).find(({ name }) => name === 'api')?.proxy;
  const control = () => screen.getByRole('switch', { name: t('dns:proxy.of', { name: 'api.parvaz.example' }) });
  await user.click(control());
  await waitFor(async () => expect(await proxied()).toBe(false));
  const [note] = $snackbars.get();
  expect(note).toMatchObject({
    title: t('dns:proxy.turnedOff'),
    description: 'api.parvaz.example',
    action: { label: t('common:undo') },
  });
  note?.action?.run();
  await waitFor(async () => expect(await proxied()).toBe(true));
  await waitFor(() => expect(control().getAttribute('aria-checked')).toBe('true'));
});

test('a comment and tags are saved, found and removed', async () => {
  const { user, records } = await dnsPage();
  await addRecord();
  await user.type(screen.getByRole('textbox', { name: t('dns:field.name') }), 'shop');
  await user.type(screen.getByRole('textbox', { name: t('dns:field.ipv4') }), '203.0.113.30');
  await user.type(screen.getByRole('textbox', { name: t('dns:field.comment') }), 'Ask Sara');
  const tags = screen.getByRole('textbox', { name: t('dns:field.tags') });
  await user.type(tags, 'production; team:web{Enter}');
  expect(await screen.findByText(t('dns:error.tagCharacter', { tag: 'production;', char: ';' }))).toBeTruthy();
  await user.clear(tags);
  await user.type(tags, 'production, team:web{Enter}');
  const saved = async () => (await records()).find(({ name }) => name === 'shop');
  await waitFor(async () => expect(await saved()).toMatchObject({ comment: 'Ask Sara', tags: ['production', 'team:web'] }));
  const row = await waitFor(() => findRecordRow('Ask Sara'));
  expect(row.textContent).toContain('team:web');

  await user.click(screen.getByRole('button', { name: t('dns:edit.of', { name: 'shop.parvaz.example', type: 'A' }) }));
  await user.clear(await screen.findByRole('textbox', { name: t('dns:field.comment') }));
  await user.clear(screen.getByRole('textbox', { name: t('dns:field.tags') }));
  await user.click(screen.getByRole('button', { name: t('dns:edit.save') }));
  await waitFor(async () => expect((await saved())?.comment ?? (await saved())?.tags).toBeUndefined());
});

test('conditions filter the list, are kept in the address, and a filter of the address is shown', async () => {
  const { user } = await dnsPage('?filter=type%3DTXT+or+proxy%3Don+and+type%3DCNAME');
  const found = () => rows().map((row) => row.textContent ?? '');
  await waitFor(() => expect(found().every((text) => /TXT|CNAME/.test(text))).toBe(true));
  const count = rows().length;
  expect(count).toBeGreaterThan(0);
  await user.click(screen.getByRole('button', { name: t('dns:filter.open') }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getAllByRole('group', { name: /./ })).toHaveLength(3);
  await user.click(within(dialog).getByRole('button', { name: t('dns:filter.remove', { n: '3' }) }));
  await user.click(within(dialog).getByRole('button', { name: t('dns:filter.remove', { n: '2' }) }));
  await user.click(within(dialog).getByRole('button', { name: t('dns:filter.apply') }));
  await waitFor(() => expect(found().every((text) => text.includes('TXT'))).toBe(true));
  await waitFor(() => expect(new URLSearchParams(location.search).get('filter')).toBe('type=TXT'));
  const chip = t('dns:filter.says', { field: t('dns:column.type'), operator: t('dns:filter.is'), value: 'TXT' });
  await user.click(screen.getByRole('button', { name: t('common:list.removeFilter', { name: chip }) }));
  await waitFor(() => expect(rows()).toHaveLength(12));
});

test('a filter that can’t be read shows no records and says so', async () => {
  history.replaceState(null, '', `${address}?filter=owner%3Dme`);
  const { user } = await openPage(<DnsRecords domainName="parvaz.example" />);
  expect(await screen.findByText(t('dns:noMatch'))).toBeTruthy();
  expect(screen.getByText(t('dns:filter.unreadable'))).toBeTruthy();
  await user.click(screen.getByRole('button', { name: t('common:list.clearFilters') }));
  await waitFor(() => expect(rows()).toHaveLength(12));
});
