import { describe, expect, test, vi } from 'vitest';
import type { WafModule } from '../protection.ts';
import { readVisit, type Visit } from '../visit.ts';
import { matchFindings } from './findings.ts';

/*
 * Looks for inputs that are slow to inspect: fragments of attacks and of syntax, repeated and mixed by a generator with a fixed seed.
 * Times are of the processor, and only compared with others of the same process, so that a busy machine changes nothing.
 */

const modules: ReadonlySet<WafModule> = new Set(['sqli', 'xss', 'lfi', 'rce', 'scanner', 'protocol']);
const encoder = new TextEncoder();
const types = ['text/plain', 'application/json', 'application/xml', 'application/x-www-form-urlencoded'] as const;

function visit(text: string, type: string): Visit {
  const read = readVisit(
    { url: 'https://example.com/', method: 'POST', headers: { 'content-type': type }, cookies: {}, ip: '198.51.100.7', now: 0 },
    'example.com',
  );
  if (!read) throw new Error('the URL is invalid');
  return { ...read, body: { bytes: encoder.encode(text), isPartial: true, unread: null } };
}

/** Microseconds of the processor; the best of several runs. */
function measure(run: () => void, runs = 3): number {
  let best = Number.POSITIVE_INFINITY;
  for (let count = 0; count < runs; count++) {
    const start = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, user + system);
  }
  return best;
}

const fragments =
  `' " \` < > = ( ) { } [ ] ; , . / \\ & | # -- - + * @ ! ? % : $ /* */ /*! <!-- --> <a <a> </a> <a\u0020b=" <script> <style> </style> <svg on onx= =" href= javascript: data: or and 1=1 or\u00201=1 union select union\u0020select select\u0020a,b\u0020from\u0020c\u0020where sleep( sleep(1) char(65)+ if(1 case\u0020when :: ::int @@ @a || && {{ \${ }} [] ![] !+[] (![]+[]) window[ this. document. .call\` &lt; &#x3c; &# %25 %u003c \\x3c \\u{3c} ../ ..\\ /etc/ $( \`id\` ;cat <?php __proto__ {"a": [1, <a><b> <![CDATA[ ]]> <!DOCTYPE <!ENTITY\u0020a a b\u0020c é ＜ \0 \t \n eyJhbGciOi AAAA QUFB http:// jndi: O:8:" rO0AB `.split(
    ' ',
  );

/** Numbers of a linear congruential generator (Numerical Recipes). */
function* random(seed: number): Generator<number> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state / 2 ** 32;
  }
}
const numbers = random(43);
const next = (limit: number): number => Math.floor((numbers.next().value ?? 0) * limit);
const pick = (): string => fragments[next(fragments.length)] ?? '';

const KB = 1024;
const fill = (unit: string, size: number): string => unit.repeat(Math.ceil(size / unit.length)).slice(0, size);
const inspect = (text: string, type: string): number => {
  const one = visit(text, type);
  return measure(() => matchFindings(one, modules, true));
};

/** Units that are repeated: each fragment, and random sequences of them. */
const units = [
  ...new Set([...fragments, ...Array.from({ length: 120 }, () => Array.from({ length: 1 + next(6) }, pick).join('')).filter(Boolean)]),
].filter((unit) => unit !== '');

// The deadline would end a slow inspection.
vi.spyOn(process, 'threadCpuUsage').mockReturnValue({ user: 0, system: 0 });

describe('the cost of an inspection', { timeout: 600_000 }, () => {
  /** What 128 KB of text cost that no detector finds anything in. */
  const prose = fill('The quick brown fox jumps over the lazy dog, and nobody knows why. ', 128 * KB);
  inspect(prose, 'text/plain');
  const baseline = inspect(prose, 'text/plain');

  test('no input costs many times as much as prose of its length', () => {
    const slow = units.flatMap((unit) => {
      const type = types[next(types.length)] ?? 'text/plain';
      const cost = inspect(fill(unit, 128 * KB), type) / baseline;
      return cost > 12 ? [`${JSON.stringify(unit)} as ${type}: ${cost.toFixed(1)} times`] : [];
    });
    expect(slow).toEqual([]);
  });

  test('doubling the input costs at most 2.3 times as much', () => {
    const offenders = units.flatMap((unit) => {
      const growth = () => inspect(fill(unit, 96 * KB), 'text/plain') / Math.max(inspect(fill(unit, 48 * KB), 'text/plain'), baseline / 10);
      // One pause of the collector is no growth: what grows does so each time.
      const least = [0, 0, 0].reduce((best) => (best <= 2.3 ? best : Math.min(best, growth())), growth());
      return least > 2.3 ? [`${JSON.stringify(unit)}: ${least.toFixed(1)} times`] : [];
    });
    expect(offenders).toEqual([]);
  });
});
