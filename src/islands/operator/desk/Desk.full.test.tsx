// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { withProvider } from '../../../../tests/support/island.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { translator } from '../../../lib/i18n/server.ts';
import Desk from './Desk.tsx';

const t = translator('en');
afterEach(cleanup);

test('the desk shows pending items with links, and the results of the checks', async () => {
  const p = await withProvider({ signedIn: demo.operator });
  await p.store.write('t', (tx) =>
    tx
      .insertInto('job')
      .values({
        id: 'j1',
        kind: 'deliver',
        uniqueKey: 'j1',
        payload: '{}',
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
