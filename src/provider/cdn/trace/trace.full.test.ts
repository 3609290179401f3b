import { expect, test, vi } from 'vitest';
import { startProvider } from '../../../../tests/support/provider.ts';
import { trace } from '../../../lib/contract/cdn/trace.ts';
import { demo } from '../../../lib/contract/fields.ts';

const { domainId } = demo;
const asset = { domainId, url: 'https://parvaz.example/assets/app.9f2c.js' };

async function started() {
  const p = await startProvider();
  const token = await p.signIn();
  const run = async (input: object) => (await p.ok(trace.run, { ...asset, ...input }, { token })).trace;
  return { p, token, run };
}

test('much to compare is traced in a worker thread, with the same result', async () => {
  const { p, run } = await started();
  const spy = vi.spyOn(p.provider.services.workers, 'run');
  const small = await run({ method: 'POST', body: 'a' });
  expect(spy).not.toHaveBeenCalled();
  const large = await run({ method: 'POST', body: 'a'.repeat(100_000) });
  expect(spy).toHaveBeenCalledOnce();
  expect(large.steps.map(({ area, reason }) => [area, reason])).toEqual(small.steps.map(({ area, reason }) => [area, reason]));
});

test('a customer may trace 120 requests a minute', async () => {
  const { p, token, run } = await started();
  for (let i = 0; i < 120; i++) await run({});
  const late = await p.try(trace.run, asset, { token });
  expect([late.status, late.body.code]).toEqual([429, 'error:tooManyRequests']);
  p.clock.now += 60_000;
  await run({});
});
