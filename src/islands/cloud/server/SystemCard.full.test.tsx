// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { withProvider } from '../../../../tests/support/island.ts';
import { operatorOffer } from '../../../lib/contract/cloud/operatorOffer.ts';
import { server as calls } from '../../../lib/contract/cloud/server.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { SystemCard } from './SystemCard.tsx';

const t = translator('en');
afterEach(cleanup);

test('a server whose system was withdrawn can only get another one', async () => {
  const running = await withProvider({});
  const operator = { token: await running.signInOperator() };
  const { server } = await running.ok(calls.get, { serverId: demo.serverId }, { token: await running.signIn() });
  await running.ok(operatorOffer.updateSystem, { osId: server.os.id, offered: false, version: 0 }, operator);
  render(<SystemCard server={server} />);
  await screen.findByText(t('server:settings.osWithdrawn', { os: server.os.name }));
  for (const action of ['reload', 'rebuild'] as const)
    expect(screen.getByRole('button', { name: t(`server:task.${action}`) }).getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByRole('button', { name: /Operating system/ }).textContent).toContain(server.os.name);
});
