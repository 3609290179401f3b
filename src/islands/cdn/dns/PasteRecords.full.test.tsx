import { beforeAll, describe, expect, test } from 'vitest';
import { dnsPage } from '../../../../tests/support/dnsPage.tsx';
import { $snackbars, chooseItem, demo, paste, screen, t, waitFor, within } from '../../../../tests/support/panel.ts';
import { dns } from '../../../lib/contract/cdn/dns.ts';

const { domainId } = demo;
// The dialog is loaded lazily, which can take longer than the timeout of a query.
beforeAll(() => import('./PasteRecords.tsx'));

async function opened() {
  const at = await dnsPage();
  await chooseItem(t('dns:addMore'), new RegExp(`^${t('dns:paste.title')}`));
  const dialog = await screen.findByRole('dialog', { name: t('dns:paste.title') });
  const field = within(dialog).getByRole('textbox', { name: t('dns:paste.lines') });
  const write = async (text: string) => {
    await at.user.clear(field);
    await paste(field, text);
  };
  return { ...at, dialog, write };
}
const pastedRows = (dialog: HTMLElement) =>
  within(dialog)
    .getAllByRole('listitem')
    .map((item) => item.textContent ?? '');
const add = (n: number) => t('dns:paste.add', { count: n, n: String(n) });

describe('pasting lines', () => {
  test('an invalid line shows its error, and prevents adding any', async () => {
    const { user, dialog, write, records } = await opened();
    await write('fine A 203.0.113.1\nbad A 203.0.113.256\nwww A 203.0.113.1\n');
    expect(await within(dialog).findByText(t('dns:error.ipv4Last', { part: '256' }))).toBeTruthy();
    expect(pastedRows(dialog)[1]).toContain(t('dns:error.cnameTaken', { name: 'www', target: 'parvaz.example' }));
    const button = within(dialog).getByRole('button', { name: add(1) });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await user.click(button);
    expect(await records()).toHaveLength(12);
  });

  test('without a TTL it is automatic, and the CDN option applies to all records that support it', async () => {
    const { user, dialog, write, records } = await opened();
    await write('one A 203.0.113.1\ntwo TXT x\n');
    await user.click(within(dialog).getByRole('checkbox', { name: t('dns:paste.proxy') }));
    await user.click(await within(dialog).findByRole('button', { name: add(2) }));
    await waitFor(async () => expect(await records()).toHaveLength(14));
    expect((await records()).filter(({ name }) => name === 'one' || name === 'two').map(({ ttl, proxy }) => [ttl, proxy])).toEqual([
      ['auto', true],
      ['auto', false],
    ]);
  });

  test('quirks of exporters are recognized, and a line with two readings is read as chosen', async () => {
    const { user, dialog, write, records } = await opened();
    await write('_sip._tls.@ SRV 1 1 443 sip.example.org.\npaste MX 1 mx.example.org\n');
    expect(await within(dialog).findByText(t('zone:note.atSuffix'))).toBeTruthy();
    const line = within(dialog).getByRole('radiogroup', { name: t('zone:preview.readingOf', { line: 2 }) });
    expect(pastedRows(dialog).at(-1)).toContain('mx.example.org');
    await user.click(within(line).getByRole('radio', { name: new RegExp(t('zone:preview.written')) }));
    await waitFor(() => expect(pastedRows(dialog).at(-1)).toContain('mx.example.org.parvaz.example'));
    await user.click(await within(dialog).findByRole('button', { name: add(2) }));
    await waitFor(async () => expect(await records()).toHaveLength(14));
    expect((await records()).find(({ name }) => name === 'paste')?.content).toBe('mx.example.org.parvaz.example');
  });

  test('a concurrent change refuses all of them, with a message in the dialog', async () => {
    const { user, dialog, write, records, request } = await opened();
    await write('one A 203.0.113.1\nshop A 203.0.113.30\n');
    const button = await within(dialog).findByRole('button', { name: add(2) });
    await request(dns.create, { domainId, name: 'shop', type: 'CNAME', content: 'x.example' });
    await user.click(button);
    expect((await within(dialog).findByRole('alert')).textContent).toBe(t('dns:error.batch', { count: 1, n: '1' }));
    expect(await records()).toHaveLength(13);
    expect($snackbars.get()).toEqual([]);
  });
});

describe('a line pasted into the name field', () => {
  test('fills the form, and can be undone', async () => {
    const { user } = await dnsPage();
    await user.keyboard('n');
    const name = screen.getByRole('textbox', { name: t('dns:field.name') }) as HTMLInputElement;
    await user.type(name, 'old');
    await user.paste('mail2  600 IN MX 15 mx.example.net. ; a comment');
    expect(await screen.findByText(t('dns:paste.read'), { exact: false })).toBeTruthy();
    expect((screen.getByRole('combobox', { name: t('dns:field.type') }) as HTMLInputElement).value).toBe('MX');
    expect((screen.getByRole('textbox', { name: t('dns:field.name') }) as HTMLInputElement).value).toBe('mail2');
    expect((screen.getByRole('textbox', { name: t('dns:field.mailServer') }) as HTMLInputElement).value).toBe('mx.example.net');
    expect((screen.getByRole('textbox', { name: t('dns:field.priority') }) as HTMLInputElement).value).toBe('15');
    expect((screen.getByRole('textbox', { name: t('dns:ttl.seconds') }) as HTMLInputElement).value).toBe('600');
    await user.click(screen.getByRole('button', { name: t('dns:paste.asText') }));
    expect((screen.getByRole('textbox', { name: t('dns:field.name') }) as HTMLInputElement).value).toBe('old');
  });

  test('a line with two readings opens the dialog, where one is chosen', async () => {
    const { user } = await dnsPage();
    await user.keyboard('n');
    await paste(screen.getByRole('textbox', { name: t('dns:field.name') }), 'mail2 MX 15 mx.example.org');
    const dialog = await screen.findByRole('dialog', { name: t('dns:paste.title') });
    expect(within(dialog).getByRole('radiogroup', { name: t('zone:preview.readingOf', { line: 1 }) })).toBeTruthy();
  });

  test('a name stays a name', async () => {
    const { user } = await dnsPage();
    await user.keyboard('n');
    await paste(screen.getByRole('textbox', { name: t('dns:field.name') }), 'shop');
    expect((screen.getByRole('textbox', { name: t('dns:field.name') }) as HTMLInputElement).value).toBe('shop');
  });
});
