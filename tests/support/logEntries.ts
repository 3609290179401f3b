import type { EdgeLogEntry } from '../../src/lib/rules/cdn/edge/bundle.ts';

/** A line of an edge's log: a cached page, unless said otherwise. */
export const createLogEntry = (line: Partial<EdgeLogEntry> & Pick<EdgeLogEntry, 'id' | 'at' | 'domainId'>): EdgeLogEntry => ({
  host: 'parvaz.example',
  ip: '198.51.100.7',
  country: 'DE',
  asn: 64_500,
  method: 'GET',
  path: '/',
  query: '',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0',
  referer: '',
  protocol: 'h2',
  tls: 'TLSv1.3',
  status: 200,
  bytes: 5_000,
  originBytes: 0,
  cache: 'hit',
  outcome: 'served',
  layer: '',
  ruleId: '',
  reason: '',
  findings: [],
  originStatus: null,
  ms: 3,
  originMs: null,
  server: '',
  ...line,
});

const pick = <T>(list: readonly T[], n: number): T => list[n % list.length] as T; // the list isn't empty

/** Repeatable numbers below 2^31: the same lines on every run. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (state * 1_103_515_245 + 12_345) & 0x7fff_ffff;
    yield state;
  }
}

/** Lines of mixed traffic: cached and forwarded pages, errors of both sides, attacks, challenges. Each address is in one country. */
export function createMixedEntries(options: {
  count: number;
  domainIds: readonly string[];
  from: number;
  to: number;
  seed?: number;
}): EdgeLogEntry[] {
  const { count, domainIds, from, to, seed = 7 } = options;
  const random = numbers(seed);
  const next = (below: number) => Math.floor((random.next().value / 0x8000_0000) * below);
  return Array.from({ length: count }, (_, i) => {
    const client = next(400);
    const kind = next(100);
    const domainId = pick(domainIds, Math.min(next(domainIds.length), next(domainIds.length)));
    const base = {
      id: `r${seed}-${i}`,
      at: from + next(to - from),
      domainId,
      ip: `198.51.${Math.floor(client / 200) + 100}.${client % 200}`,
      country: pick(['DE', 'IR', 'AE', 'ES', 'SA', ''], client),
      path: `/page/${Math.min(next(60), next(60))}`,
      userAgent: pick(['Firefox/145.0', 'Chrome/150.0', 'curl/8.9'], next(3)),
      referer: kind < 30 ? 'https://search.example/' : '',
      bytes: 200 + next(20_000),
      ms: 1 + next(300),
    };
    if (kind < 55) return createLogEntry(base);
    if (kind < 75)
      return createLogEntry({
        ...base,
        cache: 'miss',
        outcome: 'forwarded',
        originBytes: base.bytes,
        originStatus: 200,
        originMs: base.ms,
      });
    if (kind < 80)
      return createLogEntry({ ...base, cache: 'miss', outcome: 'forwarded', status: 404, originStatus: 404, originMs: base.ms });
    if (kind < 84)
      return createLogEntry({ ...base, cache: 'none', outcome: 'failed', status: 502, layer: 'cluster', reason: 'originDown' });
    if (kind < 88) return createLogEntry({ ...base, cache: 'none', outcome: 'redirected', status: 301 });
    const stopped = { ...base, cache: 'none', status: 403, outcome: 'blocked' } as const;
    if (kind < 93) return createLogEntry({ ...stopped, layer: 'firewall', ruleId: 'rule-1', reason: 'firewallRule' });
    if (kind < 97)
      return createLogEntry({
        ...stopped,
        layer: 'waf',
        reason: 'wafBlocked',
        findings: pick([['sql'], ['xss', 'sql'], ['path']], next(3)),
      });
    return createLogEntry({ ...stopped, layer: 'ddos', outcome: 'challenged', reason: 'ddosChallenge' });
  });
}
