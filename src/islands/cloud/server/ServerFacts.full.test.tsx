// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { withProvider } from '../../../../tests/support/island.ts';
import { server } from '../../../lib/contract/cloud/server.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { ServerFacts } from './ServerFacts.tsx';

afterEach(cleanup);

test('the cost of the month names the share of additional addresses, where there is one', async () => {
  const { ok, signIn } = await withProvider();
  const { server: one, cost } = await ok(server.get, { serverId: demo.serverId }, { token: await signIn() });
  const { rerender } = render(<ServerFacts server={one} cost={cost} />);
  expect(screen.getByText('Cost this month')).toBeTruthy();
  expect(screen.queryByText(/additional IP addresses/)).toBeNull();
  rerender(<ServerFacts server={one} cost={{ ...cost, addresses: { month: 1230, hourlyMicroMills: 4_000_000 } }} />);
  expect(screen.getByText('Including additional IP addresses: $1.23, now $0.004 an hour')).toBeTruthy();
});
