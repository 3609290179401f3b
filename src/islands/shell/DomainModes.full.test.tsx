import { afterEach, expect, test } from 'vitest';
import { $snackbars, demo, inPanel, render, screen, t, userEvent, waitFor, withProvider } from '../../../tests/support/panel.ts';
import { closing } from '../../lib/contract/account/closing.ts';
import { cache } from '../../lib/contract/cdn/cache.ts';
import { ddos } from '../../lib/contract/cdn/ddos.ts';
import { domain } from '../../lib/contract/cdn/domain.ts';
import DomainModes from './DomainModes.tsx';
import { stopSync } from './sync/index.ts';

const { domainId } = demo;
afterEach(() => {
  stopSync();
});

async function renderPage(path: string) {
  const { request } = await inPanel();
  await request(ddos.underAttack, { domainId, enabled: true, for: { value: 1, unit: 'h' } });
  await request(cache.developmentMode, { domainId, enabled: true, for: { value: 1, unit: 'h' } });
  const { domains } = await request(domain.list, {});
  history.replaceState(null, '', path);
  const props = { locale: 'en' as const, path, profile: null, balance: null, unread: 0, capabilities: null, hasDomains: true };
  render(<DomainModes {...props} domain={domains.find(({ id }) => id === domainId) ?? null} />);
  return { request };
}

test('both modes are shown above each page of their domain, and can be turned off there', async () => {
  const { request } = await renderPage('/domains/parvaz.example/dns');
  expect(screen.getByRole('timer', { name: t('domain:mode.underAttack.timer') })).toBeTruthy();
  expect(screen.getByRole('timer', { name: t('domain:mode.development.timer') })).toBeTruthy();
  const [attack] = screen.getAllByRole('button', { name: t('domain:mode.underAttack.off') });
  if (attack) await userEvent.setup().click(attack);
  await waitFor(() => expect($snackbars.get().at(-1)).toMatchObject({ title: t('domain:mode.underAttack.done') }));
  const { domains } = await request(domain.list, { name: 'parvaz.example' });
  expect(domains[0]?.underAttackUntil).toBeNull();
  expect(domains[0]?.developmentUntil).not.toBeNull();
});

test('they are not shown on pages of the account', async () => {
  await renderPage('/dashboard');
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
