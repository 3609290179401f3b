// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { withProvider } from '../../../../tests/support/island.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { formatDateTime } from '../../../lib/format/date.ts';
import ServerOverview from './ServerOverview.tsx';

afterEach(cleanup);

test('a stopped server says why, since when, and what starts it again', async () => {
  const { store, clock } = await withProvider();
  const { serverId } = demo;
  await store.write('t', async (tx) => {
    await tx.insertInto('serverSuspension').values({ serverId, reason: 'balance', suspendedAt: clock.now }).execute();
    await tx.updateTable('server').set({ suspendedAt: clock.now }).where('id', '=', serverId).execute();
  });
  render(<ServerOverview serverId={serverId} />);
  const since = formatDateTime(new Date(clock.now).toISOString(), 'en');
  expect(await screen.findByText(new RegExp(`^Stopped since ${since}, because your balance`))).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Add credit' }).getAttribute('href')).toMatch(/\?returnTo=%2Fservers%2F/);
});

test('a running server says nothing of a stop', async () => {
  await withProvider();
  render(<ServerOverview serverId={demo.serverId} />);
  expect(await screen.findByRole('heading', { level: 1, name: 'web-fra-01' })).toBeTruthy();
  expect(screen.queryByText(/^Stopped since/)).toBeNull();
});
