import { afterEach, expect, test, vi } from 'vitest';
import { demo, render, screen, t, userEvent, waitFor, withProvider } from '../../../tests/support/panel.ts';
import { given } from '../../../tests/support/stored.ts';
import { auth } from '../../lib/contract/account/auth.ts';
import { team } from '../../lib/contract/account/team.ts';
import type { RouteName } from '../../lib/routes/index.ts';
import type { Role, roles } from '../../lib/rules/core/role.ts';
import { lockOf } from '../../lib/rules/core/roleLock.ts';
import { accessOf } from '../../lib/rules/core/roles.ts';
import { Button } from '../ui/Button.tsx';
import { Switch } from '../ui/Switch.tsx';
import DomainModes from './DomainModes.tsx';
import { stopSync } from './sync/index.ts';

const path = '/domains/parvaz.example/dns';
const props = { locale: 'en' as const, path, profile: null, balance: null, unread: 0, capabilities: null, hasDomains: true, domain: null };

afterEach(() => {
  stopSync();
});

/** The second demo customer acts for the first one's account. */
async function acting(role: Exclude<Role, 'domains'>) {
  const p = await withProvider({ signedIn: demo.second });
  const [owner, member] = [{ token: await p.signIn() }, { token: await p.signIn(demo.second) }];
  await p.ok(team.invite, { email: demo.second, role }, owner);
  const [invitation] = (await p.ok(team.accounts, {}, member)).invitations;
  await p.ok(team.accept, { invitationId: invitation?.id ?? '' }, member);
  const accountId = (await p.ok(auth.profile, {}, owner)).profile.id;
  await given(p, 'session', { userId: demo.customerId }, { accountId });
}

async function shown(role: Exclude<Role, 'domains'>) {
  await acting(role);
  history.replaceState(null, '', path);
  const clicked = vi.fn();
  render(
    <>
      <DomainModes {...props} />
      <Button kind="primary" onClick={clicked}>
        Save
      </Button>
      <Button onClick={clicked}>Export</Button>
      <Button kind="primary" harmless onClick={clicked}>
        Run
      </Button>
      <Switch label="Proxy" checked={false} onChange={clicked} />
    </>,
  );
  return clicked;
}

test('a role that only reads: the page says so, and what saves is locked with the reason', async () => {
  const clicked = await shown('readOnly');
  const user = userEvent.setup();
  await screen.findByText(t('shell:lock.read'));
  const save = screen.getByRole('button', { name: 'Save' });
  await waitFor(() => expect(save.getAttribute('aria-disabled')).toBe('true'));
  await user.click(save);
  await user.click(screen.getByRole('switch', { name: 'Proxy' }));
  expect(clicked).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await user.click(screen.getByRole('button', { name: 'Run' }));
  expect(clicked).toHaveBeenCalledTimes(2);
});

test('a role that may change the page is not locked', async () => {
  const clicked = await shown('admin');
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.click(screen.getByRole('switch', { name: 'Proxy' }));
  expect(clicked).toHaveBeenCalledTimes(2);
  expect(screen.queryByText(t('shell:lock.read'))).toBeNull();
});

test('each role is locked where the table of roles says so', () => {
  const lock = (role: (typeof roles)[number] | 'support', route: RouteName, level: 'read' | 'write' = 'write') =>
    lockOf(t, { role, access: accessOf({ role, level }) }, route);
  const [read, none, view] = [t('shell:lock.read'), t('shell:lock.none'), t('shell:lock.view')];
  for (const role of ['owner', 'admin'] as const)
    for (const route of ['dns', 'servers', 'wallet', 'tickets', 'apiKeys', 'team', 'profile'] as const)
      expect(lock(role, route)).toBeNull();
  expect([lock('billing', 'wallet'), lock('billing', 'dns'), lock('billing', 'profile')]).toEqual([null, none, null]);
  expect([lock('readOnly', 'dns'), lock('readOnly', 'apiKeys'), lock('readOnly', 'notifications')]).toEqual([read, none, null]);
  expect([lock('domains', 'dns'), lock('domains', 'dns', 'read'), lock('domains', 'domainAdd'), lock('domains', 'servers')]).toEqual([
    null,
    read,
    none,
    none,
  ]);
  for (const route of ['dns', 'wallet', 'apiKeys', 'profile', 'dashboard'] as const) expect(lock('support', route)).toBe(view);
  expect(lockOf(t, null, 'dns')).toBeNull();
});
