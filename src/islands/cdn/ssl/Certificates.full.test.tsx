import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { makeCertificates } from '../../../../tests/support/certificates.ts';
import { $dialogs, demo, inPanel, openPage, paste, t, type User, type withProvider } from '../../../../tests/support/panel.ts';
import { updateStored } from '../../../../tests/support/stored.ts';
import { SEEDED_AT } from '../../../../tests/support/template.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { ssl } from '../../../lib/contract/cdn/ssl.ts';
import Certificates from './Certificates.tsx';

const { domainId } = demo;
const zone = 'parvaz.example';
const made = makeCertificates(zone, SEEDED_AT);
beforeEach(() => history.replaceState(null, '', `/domains/${zone}/ssl`));

async function renderPage(options: Parameters<typeof withProvider>[0] = {}) {
  const { user, request } = await openPage(<Certificates domainName={zone} />, options);
  await screen.findByRole('heading', { name: t('ssl:custom.title') });
  const list = async () => (await request(ssl.list, { domainId })).ssl;
  return { user, list, request };
}
const row = (title: string) => screen.getByRole('heading', { name: title }).closest('li') as HTMLElement;
const field = (name: 'certificate' | 'privateKey' | 'caBundle') =>
  screen.getByRole('textbox', { name: new RegExp(`^${t(`ssl:form.${name}`)}`) });

async function openForm(user: User) {
  await user.click(screen.getByRole('button', { name: t('ssl:custom.action') }));
  return screen.findByRole('dialog', { name: t('ssl:form.newTitle') });
}

test('shows issuer, validity and use of each, and that browsers don’t trust the authority', async () => {
  await renderPage();
  expect(screen.getByText(t('ssl:authority.untrusted', { name: 'Nasim Test Authority' }))).toBeTruthy();
  const free = within(row(zone));
  expect(free.getByText('Nasim Test Authority')).toBeTruthy();
  expect(free.getByText(`*.${zone}`)).toBeTruthy();
  // Browsers don't trust the test authority.
  expect(free.getByText(t('ssl:status.untrusted'))).toBeTruthy();
  const own = within(row('Partner portal'));
  expect(own.getByText(t('ssl:row.unattached'))).toBeTruthy();
});

test('pasted text is validated immediately, fixed with a button, and sent when valid', async () => {
  const { user, list } = await renderPage();
  const dialog = await openForm(user);
  await paste(field('certificate'), made.p256.certificate);
  await paste(field('privateKey'), made.p384.key);
  await paste(field('caBundle'), made.upper + made.lower);
  const summary = within(within(dialog).getByRole('region', { name: t('ssl:summary.title') }));
  expect(await summary.findByText('ECDSA P-256')).toBeTruthy();
  expect(summary.getByText('Test Lower CA')).toBeTruthy();
  expect(await within(dialog).findByText(t('ssl:error.keyMismatch', { kind: 'ECDSA P-256' }))).toBeTruthy();
  // The fields are checked while they are filled in, so an earlier check may report the key alone.
  expect(await within(dialog).findByText(t('ssl:error.chainOrder', { first: 'Test Upper CA', right: 'Test Lower CA' }))).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: t('ssl:form.add') }));
  expect(await list()).toHaveLength(2);

  await user.click(within(dialog).getByRole('button', { name: t('ssl:form.repairOrder') }));
  await user.clear(field('privateKey'));
  await paste(field('privateKey'), made.p256.key);
  expect(await summary.findByText(t('ssl:summary.good'))).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: t('ssl:form.add') }));
  await waitFor(async () => expect(await list()).toHaveLength(3));
  // No title was entered.
  expect((await list())[2]).toMatchObject({ title: zone, issuer: 'Test Lower CA', kind: 'custom' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('names are chosen as it is added: those of other certificates only if they are selected', async () => {
  const { user, list } = await renderPage();
  const dialog = within(await openForm(user));
  await paste(field('certificate'), made.p256.certificate + made.p256.key);
  await user.click(await dialog.findByRole('button', { name: t('ssl:form.repairSplit') }));
  await paste(field('caBundle'), made.lower + made.upper);
  const names = within(await dialog.findByRole('group', { name: t('ssl:form.attach') }));
  const apex = names.getByRole<HTMLInputElement>('checkbox', { name: new RegExp(`^${zone}`) });
  expect(names.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked)).toEqual([false, false]);
  expect(names.getAllByText(t('ssl:attach.takes', { title: zone }))).toHaveLength(2);
  await user.click(apex);
  await user.click(dialog.getByRole('button', { name: t('ssl:form.add') }));
  await waitFor(async () => expect((await list()).map(({ attachedHosts }) => attachedHosts)).toEqual([[], [`*.${zone}`], [zone]]));
});

test('a self-signed certificate isn’t called valid', async () => {
  const { user } = await renderPage();
  const dialog = within(await openForm(user));
  await paste(field('certificate'), made.selfSigned.certificate);
  await paste(field('privateKey'), made.selfSigned.key);
  await dialog.findByText(t('ssl:summary.good'));
  await user.clear(dialog.getByLabelText(t('ssl:form.name')));
  await user.type(dialog.getByLabelText(t('ssl:form.name')), 'Own');
  await user.click(dialog.getByRole('button', { name: t('ssl:form.add') }));
  await screen.findByRole('heading', { name: 'Own' });
  expect(within(row('Own')).getByText(t('ssl:status.untrusted'))).toBeTruthy();
  expect(within(row('Own')).queryByText(t('ssl:status.active'))).toBeNull();
});

test('a whole chain in one field is split into the right fields, and a file can be loaded', async () => {
  const { user } = await renderPage();
  const dialog = await openForm(user);
  const [chooser] = [...dialog.querySelectorAll('input[type=file]')] as HTMLInputElement[];
  await user.upload(chooser as HTMLInputElement, new File([made.p256.certificate + made.lower], 'fullchain.pem'));
  await user.click(await within(dialog).findByRole('button', { name: t('ssl:form.repairSplit') }));
  expect((field('certificate') as HTMLTextAreaElement).value).toBe(made.p256.certificate);
  expect((field('caBundle') as HTMLTextAreaElement).value).toBe(made.lower);
});

test('a file with the key and the whole chain is saved as it is, without the button', async () => {
  const { user, list } = await renderPage();
  const dialog = await openForm(user);
  await paste(field('certificate'), made.lower + made.p256.key + made.p256.certificate);
  // The title is taken from the certificate.
  expect(await within(dialog).findByText('ECDSA P-256')).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: t('ssl:form.add') }));
  await waitFor(async () => expect(await list()).toHaveLength(3));
  expect((await list())[2]).toMatchObject({ issuer: 'Test Lower CA', kind: 'custom' });
});

test('empty fields are reported on save, beside each field', async () => {
  const { user, list } = await renderPage();
  const dialog = await openForm(user);
  await user.type(within(dialog).getByRole('textbox', { name: t('ssl:form.name') }), 'x');
  await user.click(within(dialog).getByRole('button', { name: t('ssl:form.add') }));
  expect(await within(dialog).findByText(t('ssl:error.certificateRequired'))).toBeTruthy();
  expect(within(dialog).getByText(t('ssl:error.keyRequired'))).toBeTruthy();
  expect(await list()).toHaveLength(2);
});

test('attaching shows which certificate loses a name; detaching and deleting need confirmation', async () => {
  const { user, list, request } = await renderPage();
  const input = { title: 'Mine', certificate: made.p256.certificate, privateKey: made.p256.key, caBundle: made.lower + made.upper };
  await request(ssl.create, { domainId, ...input });
  cleanup();
  const again = render(<Certificates domainName={zone} />);
  await again.findByRole('heading', { name: 'Partner portal' });
  const { queryClient } = await import('../../../browser/api/query.ts');
  await queryClient.invalidateQueries();
  await again.findByRole('heading', { name: 'Mine' });
  await user.click(within(row('Mine')).getByRole('button', { name: t('ssl:menu.attach') }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getAllByText(t('ssl:attach.takes', { title: zone }))).toHaveLength(2);
  await user.click(within(dialog).getByRole('checkbox', { name: /^\*/ }));
  await user.click(within(dialog).getByRole('button', { name: t('ssl:attach.action') }));
  await waitFor(async () =>
    expect((await list()).map(({ title, attachedHosts }) => [title, attachedHosts])).toEqual([
      ['Partner portal', []],
      [zone, [`*.${zone}`]],
      ['Mine', [zone]],
    ]),
  );
  // One in use can't be deleted, with the reason.
  await user.click(within(row('Mine')).getByRole('button', { name: t('ssl:row.actions', { title: 'Mine' }) }));
  expect(await screen.findByText(t('ssl:menu.deleteInUse'))).toBeTruthy();
  await user.click(screen.getByRole('menuitem', { name: new RegExp(`^${t('ssl:menu.detach')}`) }));
  const [confirm] = $dialogs.get();
  expect(confirm).toMatchObject({ kind: 'confirm', description: t('ssl:detach.text', { hosts: zone }) });
  if (confirm?.kind === 'confirm') await confirm.run();
  await waitFor(async () => expect((await list())[2]?.attached).toBe(false));
});

test('an inactive domain can’t request a free certificate, with the reason', async () => {
  const { request } = await renderPage();
  await request(domain.toggle, { domainId, active: false });
  const { queryClient } = await import('../../../browser/api/query.ts');
  await queryClient.invalidateQueries();
  await waitFor(() => expect(screen.getByRole('button', { name: t('ssl:free.another') }).getAttribute('aria-disabled')).toBe('true'));
});

test('a missing authority is reported', async () => {
  await renderPage({ env: { CERT_DRIVER: 'none' } });
  expect(screen.getByText(t('ssl:authority.none'))).toBeTruthy();
});

test('a domain that stays with its own DNS provider isn’t offered a wildcard', async () => {
  const { running, user } = await inPanel();
  await updateStored(running, 'domain', { id: domainId }, { setupMode: 'cname' });
  render(<Certificates domainName={zone} />);
  await user.click(await screen.findByRole('button', { name: t('ssl:free.another') }));
  const hosts = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: t('ssl:request.hosts') });
  expect(hosts.value).toBe(`${zone}\nwww.${zone}`);
  expect(screen.getByText(t('ssl:request.helpNames'))).toBeTruthy();
});
