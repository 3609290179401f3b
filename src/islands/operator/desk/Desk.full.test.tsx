import { expect, test } from 'vitest';
import { demo, render, screen, t, withProvider } from '../../../../tests/support/panel.ts';
import type { ComputeDriver } from '../../../provider/drivers/compute/compute.ts';
import Desk from './Desk.tsx';

test('the desk shows pending items with links, and the results of the checks', async () => {
  const p = await withProvider({ signedIn: demo.operator });
  await p.store.write('t', (tx) =>
    tx
      .insertInto('job')
      .values({
        id: 'j1',
        kind: 'deliver',
        uniqueKey: 'j1',
        payload: {},
        lockedUntil: 0,
        asked: 1,
        createdAt: 0,
        attempts: 3,
        runAt: p.clock.now,
        lastError: 'connect ECONNREFUSED',
      })
      .execute(),
  );
  render(<Desk />);
  const item = await screen.findByRole('link', { name: /Receipt for last month/ });
  expect(item.getAttribute('href')).toMatch(/^\/operator\/tickets\//);
  await screen.findByText('connect ECONNREFUSED');
  await screen.findByText(t('operatorDesk:result.never'));
});

test('the compute process is shown with its problems', async () => {
  const { provider } = await withProvider({ signedIn: demo.operator });
  const drivers = provider.services.drivers as { compute: ComputeDriver }; // the default
  const problem = 'region RegionOne has no public image debian for debian/12';
  drivers.compute = { ...drivers.compute, health: () => ({ isResponding: false, respondedAt: null, problems: [problem] }) };
  render(<Desk />);
  await screen.findByText(problem);
  await screen.findByText(t('operatorDesk:compute.notResponding'));
});
