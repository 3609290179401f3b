import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import {
  type ControlServer,
  get,
  policyFor,
  startControl,
  startOrigin,
  startTestEdge,
  type TestEdge,
} from '../../../tests/support/edge.ts';
import { guarded, limit, plain } from '../../../tests/support/edgeSample.ts';

/* Visitors whose requests reach several edges of one installation. */

let control: ControlServer;
let origin: Awaited<ReturnType<typeof startOrigin>>;
let edges: readonly [TestEdge, TestEdge];
const uncached = { ...plain.cache, level: 'off' as const };
const visitorKey = { EDGE_VISITOR_KEY: 'what all edges sign cookies of visitors with' };

beforeAll(async () => {
  origin = await startOrigin((_, response) => void response.end('from the origin'));
  control = await startControl();
  edges = [await startTestEdge(control, visitorKey), await startTestEdge(control, visitorKey)];
});
afterAll(async () => {
  for (const edge of edges) await edge.stop();
  await control.stop();
  await origin.stop();
});

/** Serves `example.com` at both edges. */
async function serve(config: Parameters<typeof policyFor>[1]): Promise<void> {
  const policy = policyFor(origin.port, { cache: uncached, ...config });
  control.push(policy);
  for (const { sites } of edges) await expect.poll(() => sites.get('d1')?.policy.version).toBe(policy.version);
}
const at = (edge: TestEdge, path: string, options?: Parameters<typeof get>[2]) => get(edge.addresses.http, path, options);

test('a challenge that was passed at one edge is passed at the others, also if its clock is ahead; not at those of others', async () => {
  const [first, second] = edges;
  const { now } = Date;
  const ahead = vi.spyOn(Date, 'now');
  onTestFinished(() => ahead.mockRestore());
  for (const challengeType of ['js', 'captcha', 'cookie'] as const) {
    await serve(guarded({ enabled: true, challengeType }));
    ahead.mockImplementation(() => now() + 20_000);
    const challenged = await at(first, '/page');
    expect(challenged.status).toBe(403);
    let cookie = String(challenged.headers['set-cookie'] ?? '').split(';')[0] ?? '';
    ahead.mockImplementation(now);
    if (challengeType !== 'cookie') {
      const seed = /name="seed" value="([^"]+)"/.exec(challenged.body)?.[1] ?? '';
      const bits = Number(/data-bits="(\d+)"/.exec(challenged.body)?.[1]);
      let nonce = 0;
      while (createHash('sha256').update(`${seed}.${nonce}`).digest().readUInt32BE(0) >>> (32 - bits) !== 0) nonce++;
      const body = String(new URLSearchParams({ seed, nonce: String(nonce), to: '/page' }));
      // The solution reaches another edge than its page came from.
      const solved = await at(second, '/.well-known/edge-challenge', { method: 'POST', body });
      expect(solved.status).toBe(303);
      cookie = String(solved.headers['set-cookie']).split(';')[0] ?? '';
    }
    const headers = { cookie };
    expect([(await at(first, '/page', { headers })).status, (await at(second, '/page', { headers })).status]).toEqual([200, 200]);
    const other = await startTestEdge(control, { EDGE_VISITOR_KEY: 'the key of another installation' });
    await expect.poll(() => other.sites.get('d1') !== undefined).toBe(true);
    expect((await at(other, '/page', { headers })).status).toBe(403);
    await other.stop();
  }
});

test('each edge counts for a rate limit by itself, as the guide says', async () => {
  await serve({ rateLimits: [limit({ requestCount: 3, path: '/limited' })] });
  for (const edge of edges) {
    const statuses = [];
    for (let i = 0; i < 4; i++) statuses.push((await at(edge, '/limited')).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  }
});
