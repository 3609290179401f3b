import { expect, onTestFinished, test } from 'vitest';
import { addresses, startDns, type TestRecord } from '../../../../tests/support/dns.ts';
import { $dialogs, $snackbars, demo, expectDialog, openPage, screen, t, waitFor, within } from '../../../../tests/support/panel.ts';
import { cnameSetup } from '../../../lib/contract/cdn/cnameSetup.ts';
import CnameSetup from './CnameSetup.tsx';

const { domainId } = demo;
const NAME = 'parvaz.example';
const { old } = addresses;

async function renderPage(domainName: string = NAME) {
  const internet = await startDns();
  onTestFinished(() => internet[Symbol.asyncDispose]());
  internet.delegate(NAME, { 'ns1.old-dns.test': old });
  const zone = (...lines: TestRecord[]) => internet.zone(old, NAME, lines);
  zone();
  const { user, request } = await openPage(<CnameSetup domainName={domainName} />, { env: internet.env });
  const card = within(await screen.findByRole('region', { name: t('cnameSetup:title') }));
  await card.findByRole('radiogroup', { name: t('cnameSetup:choose') });
  const setup = async () => (await request(cnameSetup.get, { domainId })).setup;
  const radio = (mode: 'ns' | 'cname') => card.getByRole('radio', { name: new RegExp(t(`cnameSetup:mode.${mode}`)) });
  /** Confirms the dialog. */
  const confirm = async (title: string) => {
    const dialog = expectDialog();
    expect(dialog).toMatchObject({ title });
    await dialog.run();
    $dialogs.set([]);
  };
  const look = () => user.click(card.getByRole('button', { name: t('cnameSetup:check.button') }));
  return { user, card, setup, radio, confirm, look, zone, request };
}

test('a change from another tab isn’t overwritten: the page updates and says so', async () => {
  const { user, card, setup, radio, confirm, request } = await renderPage();
  await user.click(radio('cname'));
  await request(cnameSetup.update, { domainId, mode: 'cname' });
  await request(cnameSetup.update, { domainId, mode: 'ns' });
  await confirm(t('cnameSetup:toCname.title', { domain: NAME }));
  expect($snackbars.get().map(({ title }) => title)).toContain(t('cnameSetup:conflict'));
  expect(await setup()).toMatchObject({ mode: 'ns', version: 2 });
  await waitFor(() => expect(card.getByText(t('cnameSetup:status.ns'))).toBeTruthy());
});

test('a plan without it shows the plan that includes it, and the option is disabled', async () => {
  const { card, radio } = await renderPage('rosewater.example');
  expect(card.getByText(t('cnameSetup:gate.plan'))).toBeTruthy();
  expect(card.getByText(t('common:plan.ent'))).toBeTruthy();
  expect(radio('cname').getAttribute('aria-disabled')).toBe('true');
});

test('checking too often is reported, and the last result stays', async () => {
  const { user, card, radio, confirm, look, request } = await renderPage();
  await user.click(radio('cname'));
  await confirm(t('cnameSetup:toCname.title', { domain: NAME }));
  await card.findByText(`_cdn-verify.${NAME}`);
  for (let i = 0; i < 12; i++) await request(cnameSetup.check, { domainId });
  await look();
  expect(await card.findByRole('alert')).toBeTruthy();
  expect(card.getByText(`_cdn-verify.${NAME}`)).toBeTruthy();
});
