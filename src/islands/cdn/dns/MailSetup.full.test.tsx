import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { $snackbars, chooseItem, demo, fill, inPanel, paste, render, screen, t, waitFor, within } from '../../../../tests/support/panel.ts';
import { dns } from '../../../lib/contract/cdn/dns.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import DnsRecords from './DnsRecords.tsx';

// The dialog is loaded lazily, which can take longer than the timeout of a query.
beforeAll(() => import('./MailSetup.tsx'));
beforeEach(() => history.replaceState(null, '', '/domains/parvaz.example/dns'));

async function opened(name = 'parvaz.example') {
  const { user, request } = await inPanel();
  const { domains } = await request(domain.list, { q: name });
  const domainId = domains[0]?.id ?? demo.domainId;
  render(<DnsRecords domainName={name} />);
  await screen.findByRole('table');
  const records = async () =>
    (await request(dns.list, { domainId })).records.map(({ name: at, type, content }) => `${at} ${type} ${content}`);
  await chooseItem(t('dns:addMore'), new RegExp(`^${t('dns:mailSetup')}`));
  const dialog = within(await screen.findByRole('dialog', { name: t('dnsMail:title') }));
  const tab = (label: string) => user.click(dialog.getByRole('tab', { name: new RegExp(`^${label}`) }));
  const save = async (n: number) => {
    await user.click(dialog.getByRole('button', { name: t('dnsMail:save', { count: n, n: String(n) }) }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  return { domainId, user, dialog, records, tab, save };
}

describe('a domain with mail', () => {
  test('shows its status', async () => {
    const { dialog } = await opened();
    expect(dialog.getByRole('tab', { name: new RegExp(`^SPF.*${t('dnsMail:state.fine')}`) })).toBeTruthy();
    expect(dialog.getByRole('tab', { name: new RegExp(`^DKIM.*${t('dnsMail:state.missing')}`) })).toBeTruthy();
    expect(dialog.getByRole('tab', { name: new RegExp(`^DMARC.*${t('dnsMail:state.fine')}`) })).toBeTruthy();
    expect(dialog.getByText(t('dnsMail:plan.none'))).toBeTruthy();
  });

  test('SPF: the existing record is updated, and undo restores it', async () => {
    const { user, dialog, records, tab, save } = await opened();
    await tab('SPF');
    await user.click(dialog.getByRole('button', { name: 'Google Workspace' }));
    await user.type(dialog.getByRole('textbox', { name: t('dnsMail:spf.own') }), 'nonsense{Enter}');
    expect(dialog.getByText(t('dnsMail:spf.ownError', { value: 'nonsense' }))).toBeTruthy();
    await fill(dialog.getByRole('textbox', { name: t('dnsMail:spf.own') }), '192.0.2.0/24{Enter}');
    await user.click(dialog.getByRole('button', { name: t('dnsMail:spf.remove', { name: 'include:_spf.mailer.example' }) }));
    const old = '@ TXT v=spf1 mx include:_spf.mailer.example -all';
    await save(1);
    expect((await records()).filter((line) => line.includes('spf1'))).toEqual([
      '@ TXT v=spf1 mx include:_spf.google.com ip4:192.0.2.0/24 -all',
    ]);
    $snackbars.get()[0]?.action?.run();
    await waitFor(async () => expect(await records()).toContain(old));
  });

  test('DKIM: accepts a key in any format; refuses an invalid or private one', async () => {
    const { user, dialog, records, tab, save } = await opened();
    await tab('DKIM');
    const key = dialog.getByRole('textbox', { name: t('dnsMail:dkim.key') });
    await paste(key, '-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----');
    expect(dialog.getByText(t('dnsMail:dkim.private'))).toBeTruthy();
    expect(dialog.getByText(t('dnsMail:plan.none'))).toBeTruthy();
    await user.clear(key);
    await paste(key, 'S1._domainkey IN TXT ( "v=DKIM1; k=ed25519; "\n "p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=" )');
    expect(dialog.getByText(t('dnsMail:dkim.read', { kind: 'Ed25519', bits: '256' }))).toBeTruthy();
    expect((dialog.getByRole('textbox', { name: t('dnsMail:dkim.selectorLabel') }) as HTMLInputElement).value).toBe('s1');
    await save(1);
    expect(await records()).toContain('s1._domainkey TXT v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=');
  });

  test('DMARC: described in words; an invalid address is refused beside its field', async () => {
    const { user, dialog, records, tab, save } = await opened();
    await tab('DMARC');
    await user.click(dialog.getByRole('radio', { name: new RegExp(t('dnsMail:dmarc.reject')) }));
    expect(dialog.getByRole('region', { name: t('dnsMail:dmarc.words') }).textContent).toContain(t('dnsMail:dmarc.says.reject'));
    const rua = dialog.getByRole('textbox', { name: new RegExp(`^${t('dnsMail:dmarc.rua')}`) });
    await fill(rua, 'nobody');
    expect(dialog.getByText(t('dnsMail:dmarc.addressError', { address: 'nobody' }))).toBeTruthy();
    await user.type(rua, '@parvaz.example, b@parvaz.example');
    await save(1);
    expect(await records()).toContain('_dmarc TXT v=DMARC1; p=reject; rua=mailto:nobody@parvaz.example,mailto:b@parvaz.example');
  });
});

describe('a domain without mail', () => {
  test('disabling mail adds three records in one step', async () => {
    const { user, dialog, records, save } = await opened('ketabnama.example');
    await user.click(dialog.getByRole('radio', { name: new RegExp(t('dnsMail:use.none')) }));
    await save(3);
    expect(await records()).toEqual(
      expect.arrayContaining(['@ MX .', '@ TXT v=spf1 -all', '_dmarc TXT v=DMARC1; p=reject; sp=reject; adkim=s; aspf=s']),
    );
  });

  test('a record is only written when it is selected', async () => {
    const { user, dialog, records, tab, save } = await opened('ketabnama.example');
    await tab('DMARC');
    await user.click(dialog.getByRole('checkbox', { name: t('dnsMail:write') }));
    await save(1);
    expect((await records()).filter((line) => line.includes(' TXT '))).toEqual(['_dmarc TXT v=DMARC1; p=none']);
  });
});
