import { expect, test, vi } from 'vitest';
import { snapshot } from '../../../../tests/support/calls.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { storedOne } from '../../../../tests/support/stored.ts';
import { pageRule } from '../../../lib/contract/cdn/pageRule.ts';
import { trace } from '../../../lib/contract/cdn/trace.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { layerNames } from '../../../lib/rules/cdn/edge/types.ts';

const { domainId } = demo;
const asset = { domainId, url: 'https://parvaz.example/assets/app.9f2c.js' };

async function started() {
  const p = await startProvider();
  const token = await p.signIn();
  const run = async (input: object) => (await p.ok(trace.run, { ...asset, ...input }, { token })).trace;
  return { p, token, run };
}

test('every layer reports a result, in order, based on the deployed rules until the draft is deployed', async () => {
  const { p, token, run } = await started();
  const deployed = await run({});
  expect(deployed.steps.map(({ area }) => area)).toEqual([...layerNames]);
  const ttl = ({ steps }: typeof deployed) => steps.find(({ area }) => area === 'cache')?.effect.find(({ name }) => name === 'ttl')?.value;
  const draft = await run({ source: 'draft' });
  expect([ttl(deployed), ttl(draft)]).toEqual([7 * 86_400, 30 * 86_400]);
  expect(draft.steps.find(({ area }) => area === 'pageRules')).toMatchObject({
    item: { id: demo.pathId, title: 'Cache static assets' },
    matched: true,
    action: 'apply',
    reason: 'pathApply',
    message: '/assets/* matches. This rule’s settings override those of the domain.',
  });
  await p.ok(pageRule.toggleDeploy, { domainId, pathId: demo.pathId, deploy: true }, { token });
  expect(ttl(await run({}))).toBe(30 * 86_400);
});

test('reasons are in the caller’s language', async () => {
  const { p, token } = await started();
  const { body } = await p.try(trace.run, asset, { token, locale: 'es' });
  const { steps } = body.trace as { steps: { area: string; message: string }[] };
  expect(steps.find(({ area }) => area === 'pageRules')?.message).toContain('/assets/*');
  expect(steps.map(({ message }) => message)).not.toContain('No page rule matches, so the domain’s settings apply.');
  expect(steps.every(({ message }) => message && !message.includes('edge:'))).toBe(true);
});

test('the request decides: a redirect, an address on another host, not a web address', async () => {
  const { run } = await started();
  expect(await run({ url: '/shop-old/shoes' })).toMatchObject({ outcome: 'redirected', status: 302 });
  expect((await run({ url: 'https://other.example/' })).steps[0]).toMatchObject({ area: 'dns', reason: 'otherHost' });
  for (const url of ['ftp://parvaz.example/', '/a\\b', '/%5cadmin', '/a%zz', 'https://parvaz.example/../admin']) {
    const { status, steps } = await run({ url });
    expect([status, steps[0]?.reason], url).toEqual([400, 'badUrl']);
  }
  for (const url of ['/search?q=\\', '/تهران/a b', '/shop-old//shoes#size'])
    expect((await run({ url })).steps[0]?.reason, url).not.toBe('badUrl');
  expect((await run({ method: 'POST' })).steps.find(({ area }) => area === 'cache')).toMatchObject({ reason: 'cacheMethod' });
  const full = await run({ headers: { Accept: 'image/webp' }, cookies: { a: 'b' }, ip: '2001:db8::1', country: 'de', tlsVersion: '1.3' });
  expect(full.outcome).toBe('forwarded');
});

test('tracing changes nothing, and oversized or invalid values are refused beside their field', async () => {
  const { p, token, run } = await started();
  const before = await snapshot(p);
  await run({});
  for (const [input, field] of [
    [{ url: '' }, 'url'],
    [{ url: `/${'a'.repeat(4000)}` }, 'url'],
    [{ method: 'GET /x' }, 'method'],
    [{ ip: '203.0.113.0/24' }, 'ip'],
    [{ ip: 'here' }, 'ip'],
    [{ country: 'Germany' }, 'country'],
    [{ headers: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`x-${n}`, ''])) }, 'headers'],
    [{ headers: { accept: 'a\r\nb' } }, 'headers.accept'],
    [{ cookies: { a: 'x'.repeat(4001) } }, 'cookies.a'],
    [{ source: 'both' }, 'source'],
  ] as const) {
    const { status, body } = await p.try(trace.run, { ...asset, ...input }, { token });
    expect([status, Object.keys(body.fields ?? {})], JSON.stringify(input).slice(0, 60)).toEqual([422, [field]]);
  }
  expect(await snapshot(p)).toBe(before);
});

test('a paused domain is reported', async () => {
  const { p, run } = await started();
  const { id } = await storedOne(p, 'domain', { name: 'old-blog.example' });
  expect(await run({ domainId: id, url: '/' })).toMatchObject({ outcome: 'direct' });
});

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
