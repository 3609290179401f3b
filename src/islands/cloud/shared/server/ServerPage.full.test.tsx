import { expect, test } from 'vitest';
import { cleanup, demo, inPanel, render, screen, t, withProvider } from '../../../../../tests/support/panel.ts';
import { updateStored } from '../../../../../tests/support/stored.ts';
import { stale } from '../../../../browser/api/query.ts';
import { $auth } from '../../../../browser/stores/session.ts';
import { auth } from '../../../../lib/contract/account/auth.ts';
import { serverAction } from '../../../../lib/contract/cloud/serverAction.ts';
import { key } from '../../../../lib/i18n/key.ts';
import type { TKey } from '../../../../lib/i18n/keys.ts';
import { type ServerState, serverStates } from '../../../../lib/rules/cloud/server/states.ts';
import { ServerPage } from './ServerPage.tsx';
import { serverStatus } from './serverText.ts';

test('in each state the server says so, and offers what ends it', async () => {
  const { store } = await withProvider();
  const { serverId } = demo;
  const offered: Partial<Record<ServerState, readonly TKey[]>> = {
    failed: ['server:task.retry'],
    rescued: ['server:task.unrescue'],
    resized: ['server:task.confirmResize', 'server:task.revertResize'],
  };
  for (const state of serverStates) {
    const change = {
      state,
      rescue: state === 'rescued',
      problem: state === 'failed' ? key('server:reason.noServer') : null,
      problemParams: state === 'failed' ? {} : null,
      previousSize: state === 'resized' ? { cpu: 2, ram: 4, disk: 100, rate: 1 } : null,
    };
    await updateStored({ store }, 'server', { id: serverId }, change);
    stale(serverAction.restart);
    render(
      <ServerPage serverId={serverId} route="server">
        {() => null}
      </ServerPage>,
    );
    expect((await screen.findAllByText(serverStatus({ state, power: 'on', suspended: false }, t).text)).length, state).toBeGreaterThan(0);
    for (const action of offered[state] ?? []) expect(screen.getAllByRole('button', { name: t(action) }).length, action).toBeGreaterThan(0);
    expect(screen.queryAllByText(t('server:reason.noServer'))).toHaveLength(state === 'failed' ? 1 : 0);
    cleanup();
  }
});

test('a clone is offered to who may order, and not to a member with selected servers', async () => {
  const { user, request } = await inPanel();
  const { profile } = await request(auth.profile, {});
  const offered = async (allServers: 'none' | 'write') => {
    const access = { self: 'write', cloud: 'write', allServers } as const;
    $auth.set({
      state: 'in',
      profile,
      acting: { id: 'a', name: 'Team', role: 'custom', level: 'write', access, suspension: null, until: null },
    });
    render(
      <ServerPage serverId={demo.serverId} route="server">
        {() => null}
      </ServerPage>,
    );
    await user.click(await screen.findByRole('button', { name: t('server:action.more') }));
    await screen.findByRole('menuitem', { name: t('server:task.delete') });
    const found = screen.queryAllByRole('menuitem', { name: t('server:clone.item') }).length;
    cleanup();
    return found;
  };
  expect([await offered('write'), await offered('none')]).toEqual([1, 0]);
});

test('the console has no button that opens the console', async () => {
  await withProvider();
  const shown = async (route: 'server' | 'serverConsole') => {
    render(
      <ServerPage serverId={demo.serverId} route={route}>
        {() => null}
      </ServerPage>,
    );
    await screen.findByRole('heading', { level: 1, name: 'web-fra-01' });
    const links = screen.getAllByRole('link', { name: t('server:action.console') }).map((link) => link.closest('nav') !== null);
    cleanup();
    return links;
  };
  // True: a tab.
  expect(await shown('server')).toEqual([false, true]);
  expect(await shown('serverConsole')).toEqual([true]);
});
