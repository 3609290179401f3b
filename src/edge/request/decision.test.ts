import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Got, policyFor, until } from '../../../tests/support/edge.ts';
import { edgeConfig, edgeRequest } from '../../../tests/support/edgeArbitrary.ts';
import { runs } from '../../../tests/support/runs.ts';
import { sharedEdge } from '../../../tests/support/sharedEdge.ts';
import type { DomainPolicy } from '../../lib/rules/cdn/edge/bundle.ts';
import type { EdgeConfig } from '../../lib/rules/cdn/edge/config.ts';
import { configFromSource } from '../../lib/rules/cdn/edge/source.ts';
import { traceRequest } from '../../lib/rules/cdn/edge/trace.ts';
import { Decision } from './decision.ts';

const { edge, get, origin } = sharedEdge((_, response) => response.end('hello'));

test('a decision in parts is the same as the trace of the simulator', () => {
  fc.assert(
    fc.property(edgeConfig, edgeRequest, (config, request) => {
      const trace = traceRequest(config, request, 'deployed');
      const decision = Decision.start(configFromSource(config, 'deployed'), request);
      if (!decision) {
        expect([trace.outcome, trace.status]).toEqual(['failed', 400]);
        return;
      }
      decision.pass(['dns', 'tls', 'firewall']);
      decision.pass(['ddos']);
      decision.pass(['rateLimit']);
      decision.pass(['waf', 'pageRules', 'https']);
      decision.pass(['cache', 'optimization', 'cluster']);
      expect(decision.end ?? { outcome: 'forwarded', status: null }).toEqual({ outcome: trace.outcome, status: trace.status });
      expect(decision.steps).toEqual(trace.steps.filter(({ action }) => action !== 'notReached'));
    }),
    { numRuns: runs(2000) },
  );
});

const attack = fc.constantFrom('1', 'shoes', '1 union select 2', '<script>', '../../etc/passwd', '; cat /x', "'", '%25', '&#60;', '/*');
const visit = fc.record({
  host: fc.constantFrom('example.com', 'www.example.com', 'mail.example.com', 'none.example.com'),
  path: fc
    .tuple(fc.array(fc.constantFrom('a', 'b', 'shop', 'admin'), { maxLength: 2 }), attack)
    .map(([path, value]) => `/${path.join('/')}?q=${encodeURIComponent(value)}`),
  method: fc.constantFrom('GET', 'GET', 'POST', 'HEAD', 'DELETE'),
  headers: fc.dictionary(fc.constantFrom('user-agent', 'cookie', 'authorization', 'cache-control', 'accept', 'x'), attack, { maxKeys: 3 }),
});

/** Servers that exist, so that what is forwarded gets an answer; a name that isn't proxied leads to nobody. */
const reachable = (config: EdgeConfig): EdgeConfig => {
  const { config: own } = policyFor(origin().port);
  const dns = config.dns.map((record) => (record.proxy ? record : { ...record, content: '127.0.0.1' }));
  return { ...config, dns, clusters: own.clusters, routes: own.routes };
};

test('what the edge does through real sockets is what the simulator says', async () => {
  const number = runs(2000);
  // The same pairs on every run of `npm test`; others each time in the full run.
  const seed = process.env.FULL ? Date.now() % 2 ** 31 : 7;
  const pairs = fc.sample(fc.tuple(edgeConfig, visit), { numRuns: number, seed });
  const policies = pairs.map(
    ([config], place): DomainPolicy =>
      policyFor(
        origin().port,
        {},
        { id: `p${place}`, name: `p${place}.test`, config: { ...reachable(config), domain: { ...config.domain, name: `p${place}.test` } } },
      ),
  );
  await edge().push(...policies);
  const nameOf = (place: number) => pairs[place]?.[1].host.replace('example.com', `p${place}.test`) ?? '';
  const answers: (Got | null)[] = [];
  for (let from = 0; from < number; from += 50)
    answers.push(
      ...(await Promise.all(
        pairs
          .slice(from, from + 50)
          .map(([, { path, method, headers }], i) => get(path, { host: nameOf(from + i), method, headers }).catch(() => null)),
      )),
    );
  await until(() => edge().control.lines().length >= number, 30_000);
  const lines = new Map(
    edge()
      .control.lines()
      .map((line) => [line.domainId, line]),
  );
  for (const [place, [, { path, method, headers }]] of pairs.entries()) {
    const policy = policies[place];
    const line = lines.get(`p${place}`);
    if (!policy || !line) throw new Error(`no line of ${place}`);
    const name = nameOf(place);
    const answer = answers[place];
    const answered = { status: 200, headers: { date: new Date(line.at).toUTCString(), 'content-length': '5' } };
    const request = {
      url: `http://${name}${path}`,
      method,
      headers: { ...headers, host: name, connection: 'close' },
      ip: '127.0.0.1',
      now: line.at,
    };
    const trace = traceRequest(policy.config, { ...request, answer: answered }, 'deployed');
    const last = trace.steps.findLast(({ action }) => action !== 'notReached');
    const about = JSON.stringify([seed, place, name, path, method, headers, line.outcome, line.status, trace.outcome, trace.status, last]);
    // Nothing listens on port 80 here, or somebody else does.
    if (trace.outcome === 'direct') {
      expect(['forwarded', 'failed'], about).toContain(line.outcome);
      continue;
    }
    expect(line.outcome, about).toBe(trace.outcome);
    // Null: no response of the edge's own.
    if (trace.status !== null) expect(answer?.status, about).toBe(trace.status);
    else if (trace.outcome === 'forwarded') expect(answer?.status, about).toBe(200);
    if (trace.outcome !== 'forwarded')
      expect([line.layer, line.reason], about).toEqual([last?.area, last?.reasonKey.replace('edge:reason.', '')]);
    if (trace.outcome === 'redirected') expect(answer?.headers.location, about).toBe(last?.params.url);
  }
}, 120_000);
