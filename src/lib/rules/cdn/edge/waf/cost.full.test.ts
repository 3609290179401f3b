import { describe, expect, test, vi } from 'vitest';
import type { WafModule } from '../protection.ts';
import { readVisit, type Visit } from '../visit.ts';
import { matchFindings } from './findings.ts';

/*
 * Looks for inputs that are slow to inspect: fragments of attacks and of syntax, repeated and mixed by a generator with a fixed seed; the
 * same, changed step by step to what is slower; and documents with as much structure as fits. Times are of the processor, and only
 * compared with others of the same thread, so that a busy machine changes nothing.
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

// The deadline would end a slow inspection.
const threadCpuUsage = process.threadCpuUsage.bind(process);
vi.spyOn(process, 'threadCpuUsage').mockReturnValue({ user: 0, system: 0 });

/** Microseconds of the processor in this thread, since other threads run other tests; the best of several runs. */
function measure(run: () => void, runs = 3): number {
  let best = Number.POSITIVE_INFINITY;
  for (let count = 0; count < runs; count++) {
    const start = threadCpuUsage();
    run();
    const { user, system } = threadCpuUsage(start);
    best = Math.min(best, user + system);
  }
  return best;
}

const fragments =
  `' " \` < > = ( ) { } [ ] ; , . / \\ & | # -- - + * @ ! ? % : $ /* */ /*! <!-- --> <a <a> </a> <a\u0020b=" <script> <style> </style> <svg on onx= =" href= javascript: data: or and 1=1 or\u00201=1 union select union\u0020select select\u0020a,b\u0020from\u0020c\u0020where sleep( sleep(1) char(65)+ if(1 case\u0020when :: ::int @@ @a || && {{ \${ }} [] ![] !+[] (![]+[]) window[ this. document. .call\` &lt; &#x3c; &# %25 %u003c \\x3c \\u{3c} ../ ..\\ /etc/ $( \`id\` ;cat <?php __proto__ {"a": [1, <a><b> <![CDATA[ ]]> <!DOCTYPE <!ENTITY\u0020a a b\u0020c é ＜ \0 \t \n eyJhbGciOi AAAA QUFB http:// //a @ ;a |ls\u0020- )( a( .exec( ]( 'a'( system( a*/)( >& ..; ～ (uid= .cookie word\u0020 jndi: O:8:" rO0AB `.split(
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
/** How many times as much as prose 128 KB may cost: units that are repeated, and what was made to be slow. */
const maxCost = 9;
const maxMadeCost = 16;
/** How many times as much twice the text may cost. */
const maxGrowth = 2.3;
const fill = (unit: string, size: number): string => unit.repeat(Math.ceil(size / unit.length)).slice(0, size);
const inspect = (text: string, type: string, runs = 3): number => {
  const one = visit(text, type);
  return measure(() => matchFindings(one, modules, true), runs);
};

/** Units that are repeated: each fragment, and random sequences of them. */
const units = [
  ...new Set([...fragments, ...Array.from({ length: 120 }, () => Array.from({ length: 1 + next(6) }, pick).join('')).filter(Boolean)]),
].filter((unit) => unit !== '');

/** How an input is made: what is repeated, and what is around it. */
interface Input {
  unit: string[];
  before: string;
  after: string;
}
const textOf = ({ unit, before, after }: Input, size: number): string =>
  before + fill(unit.join(''), size - before.length - after.length) + after;
const start = (): Input => ({ unit: Array.from({ length: 1 + next(5) }, pick), before: '', after: '' });

/** Another input that is a step away. */
function change({ unit, before, after }: Input): Input {
  const changed = [...unit];
  const at = next(unit.length);
  const step = next(6);
  if (step === 0 && unit.length < 20) changed.splice(at, 0, pick());
  else if (step === 1 && unit.length > 1) changed.splice(at, 1);
  else if (step === 2) return { unit, before: next(2) ? pick() : '', after };
  else if (step === 3) return { unit, before, after: next(2) ? pick() : '' };
  else changed[at] = pick();
  return { unit: changed.join('') === '' ? unit : changed, before, after };
}

/** Climbs from a random input to a slow one. */
function climb(type: string, steps: number): Input {
  const costOf = (one: Input) => inspect(textOf(one, 32 * KB), type, 1);
  let slowest = start();
  let cost = costOf(slowest);
  for (let step = 0; step < steps; step++) {
    // The first tenth are other starts.
    const other = step < steps / 10 ? start() : change(slowest);
    const otherCost = costOf(other);
    if (otherCost <= cost) continue;
    slowest = other;
    cost = otherCost;
  }
  return slowest;
}

/** Documents with as much structure as fits in a size. */
const documents: Readonly<Record<string, readonly [type: string, make: (size: number) => string]>> = {
  'JSON, deep': ['application/json', (size) => fill(`${'{"a":['.repeat(40)}"b c"${']}'.repeat(40)} `, size)],
  'JSON, nested in strings': ['application/json', (size) => JSON.stringify({ a: JSON.stringify({ b: fill('"; ', size / 5) }) })],
  'JSON, values': [
    'application/json',
    (size) => JSON.stringify(Array.from({ length: size / 64 }, (_, at) => `' or ${at}=${at} union select <a b=${at}> ;cat`)),
  ],
  'XML, deep': ['application/xml', (size) => '<a b="c d">'.repeat(90) + fill("' or 1=1 ", size - 1500) + '</a>'.repeat(90)],
  'XML, attributes': ['application/xml', (size) => `<a>${fill('<b c="; id" d=\'<e>\'/>', size - 10)}</a>`],
  'form, short parameters': ['application/x-www-form-urlencoded', (size) => fill("a=';&", size)],
  'form, one name': ['application/x-www-form-urlencoded', (size) => fill(`a=${'x;'.repeat(100)}&`, size)],
  'multipart, parts': [
    'multipart/form-data; boundary=b',
    (size) => `${fill('--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n;id <a>\r\n', size)}--b--`,
  ],
  'base64 in base64': ['application/x-www-form-urlencoded', (size) => `a=${btoa(btoa(fill('<a b=c> ; ', size / 2)))}`],
  'escapes of escapes': ['application/x-www-form-urlencoded', (size) => `a=${fill('%2527%253c%25c3%25a9', size)}`],
  'UTF-16': ['application/json; charset=utf-16', (size) => fill('"; a', size)],
};

describe('the cost of an inspection', { timeout: 900_000 }, () => {
  /** What 128 KB of text cost that no detector finds anything in. */
  const prose = fill('The quick brown fox jumps over the lazy dog, and nobody knows why. ', 128 * KB);
  inspect(prose, 'text/plain');
  const baseline = inspect(prose, 'text/plain', 10);

  /** What 128 KB cost, as a multiple of prose, and as a multiple of 64 KB: below a fifth of prose, a pause decides. */
  const look = (make: (size: number) => string, type: string, runs: number) => {
    const [whole, half] = [inspect(make(128 * KB), type, runs), inspect(make(64 * KB), type, runs)];
    return { cost: whole / baseline, growth: whole / Math.max(half, baseline / 5) };
  };
  const offenses = (what: string, make: (size: number) => string, type: string, limit: number): string[] => {
    const isSlow = ({ cost, growth }: ReturnType<typeof look>): boolean => cost > limit || growth > maxGrowth;
    let found = look(make, type, 1);
    // One pause of the collector is no cost: what is slow is so each time.
    for (let again = 0; again < 3 && isSlow(found); again++) found = look(make, type, 3);
    const text = `${what}: ${found.cost.toFixed(1)} × prose, ${found.growth.toFixed(1)} × half of it`;
    if (process.env.WAF_COST) console.info(text);
    return isSlow(found) ? [text] : [];
  };

  test('units that are repeated', () => {
    const slow = units.flatMap((unit) => {
      const type = types[next(types.length)] ?? 'text/plain';
      return offenses(`${JSON.stringify(unit)} as ${type}`, (size) => fill(unit, size), type, maxCost);
    });
    expect(slow).toEqual([]);
  });

  test('inputs that were changed to slower ones', () => {
    const slow = ['', ...types].flatMap((type) =>
      Array.from({ length: 2 }, () => climb(type, 100)).flatMap((input) =>
        offenses(`${JSON.stringify(input)} as ${type}`, (size) => textOf(input, size), type, maxMadeCost),
      ),
    );
    expect(slow).toEqual([]);
  });

  test.each(Object.entries(documents))('%s', (what, [type, make]) => expect(offenses(what, make, type, maxMadeCost)).toEqual([]));

  test('a long cookie, and a query of many parameters', () => {
    const cost = (count: number) => {
      const query = Array.from({ length: count }, (_, at) => `a${at}=%3Cb`).join('&');
      const cookie = fill("a='; id; ", count * 8);
      const read = readVisit(
        { url: `https://example.com/?${query}`, method: 'GET', headers: { cookie }, cookies: {}, ip: '198.51.100.7', now: 0 },
        'example.com',
      );
      return read ? measure(() => matchFindings(read, modules, true)) : Number.NaN;
    };
    const growth = () => cost(2_000) / cost(1_000);
    expect(Math.min(growth(), growth(), growth())).toBeLessThanOrEqual(maxGrowth);
  });
});
