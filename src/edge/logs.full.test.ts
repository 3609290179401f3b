import { afterAll, beforeAll, expect, test } from 'vitest';
import { policyFor, startOrigin, startTestEdge, until } from '../../tests/support/edge.ts';

let origin: Awaited<ReturnType<typeof startOrigin>>;
beforeAll(async () => {
  origin = await startOrigin((_, response) => response.end('hello'));
});
afterAll(() => origin.stop());

test('while the portal refuses lines they wait, and a batch that is sent again keeps its ID', async () => {
  const edge = await startTestEdge();
  await edge.push(policyFor(origin.port));
  edge.control.state.refuseLogs = true;
  const ids = await Promise.all(Array.from({ length: 150 }, async () => (await edge.get('/')).headers['x-request-id']));
  await until(() => edge.control.state.refused > 1);
  expect(edge.control.lines()).toEqual([]);
  edge.control.state.refuseLogs = false;
  await until(() => edge.control.lines().length === ids.length);
  expect(new Set(edge.control.lines().map(({ id }) => id))).toEqual(new Set(ids));
  await edge.stop();
});
