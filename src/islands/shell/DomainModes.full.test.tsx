// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withProvider } from '../../../tests/support/island.ts';
import { closing } from '../../lib/contract/account/closing.ts';
import { cache } from '../../lib/contract/cdn/cache.ts';
import { ddos } from '../../lib/contract/cdn/ddos.ts';
import { domain } from '../../lib/contract/cdn/domain.ts';
import { demo } from '../../lib/contract/fields.ts';
import { translator } from '../../lib/i18n/server.ts';
import { $snackbars } from '../../lib/stores/snackbars.ts';
import DomainModes from './DomainModes.tsx';
import { stopSync } from './sync/index.ts';

const t = translator('en');
const { domainId } = demo;
beforeEach(() => $snackbars.set([]));
afterEach(() => {
  cleanup();
  stopSync();
});

async function shown(path: string) {
  const running = await withProvider();
  const token = await running.signIn();
  await running.ok(ddos.underAttack, { domainId, enabled: true, for: { value: 1, unit: 'h' } }, { token });
  await running.ok(cache.developmentMode, { domainId, enabled: true, for: { value: 1, unit: 'h' } }, { token });
  const { domains } = await running.ok(domain.list, {}, { token });
  history.replaceState(null, '', path);
  const props = { locale: 'en' as const, path, profile: null, balance: null, unread: 0, capabilities: null, hasDomains: true };
  render(<DomainModes {...props} domain={domains.find(({ id }) => id === domainId) ?? null} />);
  return { running, token };
}

test('both modes are shown above each page of their domain, and can be turned off there', async () => {
  const { running, token } = await shown('/domains/parvaz.example/dns');
  expect(screen.getByRole('timer', { name: t('domain:mode.underAttack.timer') })).toBeTruthy();
  expect(screen.getByRole('timer', { name: t('domain:mode.development.timer') })).toBeTruthy();
  const [attack] = screen.getAllByRole('button', { name: t('domain:mode.underAttack.off') });
  if (attack) await userEvent.setup().click(attack);
  await waitFor(() => expect($snackbars.get().at(-1)).toMatchObject({ title: t('domain:mode.underAttack.done') }));
  const { domains } = await running.ok(domain.list, { name: 'parvaz.example' }, { token });
  expect(domains[0]?.underAttackUntil).toBeNull();
  expect(domains[0]?.developmentUntil).not.toBeNull();
});

test('they are not shown on pages of the account', async () => {
  await shown('/dashboard');
  expect(screen.queryByRole('timer')).toBeNull();
});

test('the date of a closing is shown on pages of the account, with the way back', async () => {
  const running = await withProvider({ signedIn: demo.second });
  await running.ok(closing.request, { confirm: demo.second }, { token: await running.signIn(demo.second) });
  history.replaceState(null, '', '/dashboard');
  const props = { locale: 'en' as const, path: '/dashboard', balance: null, unread: 0, capabilities: null, hasDomains: false };
  render(<DomainModes {...props} profile={null} domain={null} />);
  const link = await screen.findByRole('link', { name: t('shell:closing.keep') });
  expect(link.getAttribute('href')).toBe('/account/privacy');
});
