// @vitest-environment jsdom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { withProvider } from '../../../../tests/support/island.ts';
import { dns } from '../../../lib/contract/cdn/dns.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { $snackbars } from '../../../lib/stores/snackbars.ts';
import DnsRecords from './DnsRecords.tsx';
// It loads on the first use, which takes seconds on a busy machine.
import './RecordForm.tsx';

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
  test('a failed list shows an error, and loads on retry', async () => {
    await withProvider();
    const real = globalThis.fetch;
    let down = true;
    globalThis.fetch = async (input, init) =>
      down && String(input).includes('/dns/list')
        ? new Response('{"code":"dns:error.limit","message":"Not now."}', { status: 409 })
        : real(input, init);
    const user = userEvent.setup();
    render(<DnsRecords domainName="parvaz.example" />);
    expect((await screen.findByRole('alert')).textContent).toContain('Not now.');
    down = false;
    await user.click(screen.getByRole('button', { name: t('common:retry') }));
    expect(await screen.findByRole('table')).toBeTruthy();
  });
});

describe('selecting', () => {
  const box = (name: string) => screen.getByRole('checkbox', { name: t('common:list.selectRow', { name }) }) as HTMLInputElement;
  const boxOfHead = () => within(screen.getAllByRole('columnheader')[0] as HTMLElement).getByRole('checkbox') as HTMLInputElement;
  const bar = () => screen.queryByRole('region', { name: t('common:list.forSelected') });
  const selected = (count: number) => t('common:list.selected', { count, n: count });

  test('by checkbox, by range and all at once; Escape clears the selection', async () => {
    const { user } = await shown();
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
});

describe('adding', () => {
  test('an invalid value shows an error beside the field, and nothing is sent', async () => {
    const { user, records } = await shown();
    await opened(user);
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
    const { user } = await shown();
    await opened(user);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('form')).toBeNull();
    await opened(user);
    await user.type(screen.getByRole('textbox', { name: t('dns:field.name') }), 'half{Escape}');
    expect(screen.getByText(t('common:discardQuestion'))).toBeTruthy();
    await user.click(screen.getByRole('button', { name: t('common:keepWriting') }));
    expect((screen.getByRole('textbox', { name: t('dns:field.name') }) as HTMLInputElement).value).toBe('half');
    await user.click(screen.getByRole('button', { name: t('common:cancel') }));
    await user.click(screen.getByRole('button', { name: t('common:discard') }));
    expect(screen.queryByRole('form')).toBeNull();
  });
});

describe('immediate changes with undo', () => {
  test('the proxy switch', async () => {
    const { user, records } = await shown();
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
});
