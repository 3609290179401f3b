// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { withProvider } from '../../../../tests/support/island.ts';
import { send } from '../../../lib/api/client.ts';
import { server } from '../../../lib/contract/cloud/server.ts';
import { log } from '../../../lib/contract/core/log.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { translator } from '../../../lib/i18n/server.ts';
import ServerEvents from './ServerEvents.tsx';

const t = translator('en');
afterEach(cleanup);

test('the events of a server have its changes with old and new values, who made them and how', async () => {
  const p = await withProvider();
  await p.signIn();
  const { serverId } = demo;
  const { server: before } = await send(server.get, { serverId });
  await send(server.edit, { serverId, name: 'renamed-01' });
  render(<ServerEvents serverId={serverId} />);
  const changes = await screen.findByRole('list', { name: t('server:changes.title') });
  const [newest] = within(changes).getAllByRole('listitem');
  for (const text of [before.name, 'renamed-01', demo.email, t('log:via.panel')]) expect(newest?.textContent).toContain(text);
  const stranger = await p.signIn(demo.second);
  expect((await p.ok(log.list, { entityId: serverId }, { token: stranger })).logs).toEqual([]);
});
