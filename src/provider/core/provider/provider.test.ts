import { expect, test } from 'vitest';
import { controlledEdge } from '../../../../tests/support/edgeControl.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { provider } from '../../../lib/contract/core/provider.ts';

test('the addresses of the edge are listed for everybody, IPv4 first and each once', async () => {
  const p = await startProvider({ env: { EDGE_ADDRESSES: '2001:db8::7,192.0.2.1,192.0.2.2,192.0.2.1' } });
  expect(await p.ok(provider.edgeAddresses, {})).toEqual({ addresses: ['192.0.2.1', '192.0.2.2', '2001:db8::7'], reason: null });
  const token = await p.signIn();
  expect((await p.ok(provider.edgeAddresses, {}, { token })).addresses).toHaveLength(3);
});

test('without addresses the reason is whether an edge is connected', async () => {
  const p = await startProvider({ env: { EDGE_DRIVER: 'node' } });
  expect(await p.ok(provider.edgeAddresses, {})).toEqual({ addresses: [], reason: 'noEdge' });
  expect((await controlledEdge(p).report({})).status).toBe(200);
  expect(await p.ok(provider.edgeAddresses, {})).toEqual({ addresses: [], reason: 'notSet' });
});

test('the list is only read', async () => {
  const p = await startProvider();
  expect((await p.request('POST', provider.edgeAddresses.path, { body: {} })).status).toBe(404);
});
