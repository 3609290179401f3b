import { expect, test } from 'vitest';
import { addRecord, bar, box, boxOfHead, dnsPage, rowOf, selected } from '../../../../tests/support/dns-page.tsx';
import { $snackbars, breakCalls, render, screen, t, userEvent, waitFor, withProvider } from '../../../../tests/support/panel.ts';
import { dns } from '../../../lib/contract/cdn/dns.ts';
import DnsRecords from './DnsRecords.tsx';
// It loads on the first use, which takes seconds on a busy machine.
import './RecordForm.tsx';

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
  expect(rowOf('203.0.113.25').getAttribute('aria-selected')).toBe('true');
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
