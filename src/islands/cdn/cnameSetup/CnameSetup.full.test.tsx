// @vitest-environment jsdom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { addresses, type Line, startDns } from '../../../../tests/support/dns.ts';
import { withProvider } from '../../../../tests/support/island.ts';
import { cnameSetup } from '../../../lib/contract/cdn/cnameSetup.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { $dialogs } from '../../../lib/stores/dialogs.ts';
import { $snackbars } from '../../../lib/stores/snackbars.ts';
import CnameSetup from './CnameSetup.tsx';

const t = translator('en');
const { domainId } = demo;
const NAME = 'parvaz.example';
const { old } = addresses;
afterEach(cleanup);

async function shown(domainName: string = NAME) {
  const internet = await startDns();
  onTestFinished(() => internet[Symbol.asyncDispose]());
  internet.delegate(NAME, { 'ns1.old-dns.test': old });
  const zone = (...lines: Line[]) => internet.zone(old, NAME, lines);
  zone();
  const p = await withProvider({ env: internet.env });
  const user = userEvent.setup();
  render(<CnameSetup domainName={domainName} />);
  const card = within(await screen.findByRole('region', { name: t('cnameSetup:title') }));
  await card.findByRole('radiogroup', { name: t('cnameSetup:choose') });
  const token = await p.signIn();
  const setup = async () => (await p.ok(cnameSetup.get, { domainId }, { token })).setup;
  const radio = (mode: 'ns' | 'cname') => card.getByRole('radio', { name: new RegExp(t(`cnameSetup:mode.${mode}`)) });
  /** Confirms the dialog. */
  const confirm = async (title: string) => {
    const [dialog] = $dialogs.get();
    expect(dialog).toMatchObject({ kind: 'confirm', title });
    if (dialog?.kind === 'confirm') await dialog.run();
    $dialogs.set([]);
  };
  const look = () => user.click(card.getByRole('button', { name: t('cnameSetup:check.button') }));
  return { p, user, card, token, setup, radio, confirm, look, zone };
}

test('a change from another tab isn’t overwritten: the page updates and says so', async () => {
  const { p, user, card, token, setup, radio, confirm } = await shown();
  await user.click(radio('cname'));
  await p.ok(cnameSetup.update, { domainId, mode: 'cname' }, { token });
  await p.ok(cnameSetup.update, { domainId, mode: 'ns' }, { token });
  await confirm(t('cnameSetup:toCname.title', { domain: NAME }));
  expect($snackbars.get().map(({ title }) => title)).toContain(t('cnameSetup:conflict'));
  expect(await setup()).toMatchObject({ mode: 'ns', version: 2 });
  await waitFor(() => expect(card.getByText(t('cnameSetup:status.ns'))).toBeTruthy());
});

test('a plan without it shows the plan that includes it, and the option is disabled', async () => {
  const { card, radio } = await shown('rosewater.example');
  expect(card.getByText(t('cnameSetup:gate.plan'))).toBeTruthy();
  expect(card.getByText(t('common:plan.ent'))).toBeTruthy();
  expect(radio('cname').getAttribute('aria-disabled')).toBe('true');
});

test('checking too often is reported, and the last result stays', async () => {
  const { p, user, card, token, radio, confirm, look } = await shown();
  await user.click(radio('cname'));
  await confirm(t('cnameSetup:toCname.title', { domain: NAME }));
  await card.findByText(`_cdn-verify.${NAME}`);
  for (let i = 0; i < 12; i++) await p.ok(cnameSetup.check, { domainId }, { token });
  await look();
  expect(await card.findByRole('alert')).toBeTruthy();
  expect(card.getByText(`_cdn-verify.${NAME}`)).toBeTruthy();
});
