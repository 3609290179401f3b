import fc from 'fast-check';
import { expect, test } from 'vitest';
import { edgeConfig, edgeRequest, firewallRules, pageRules, rateLimits, wafRules } from '../../../../../tests/support/edgeArbitrary.ts';
import { at, deny, limit, own, page, plain } from '../../../../../tests/support/edgeSample.ts';
import { runs } from '../../../../../tests/support/runs.ts';
import type { EdgeConfig } from './config.ts';
import { lintFirewall } from './lint.ts';
import { mapRules, orderedLists } from './ruleLists.ts';
import { traceRequest } from './trace.ts';
import { layerNames, type Trace } from './types.ts';

const often = { numRuns: runs(400) };
const source = fc.constantFrom('deployed' as const, 'draft' as const);
const outcome = ({ outcome: name, status }: Trace) => [name, status];

test('any configuration and any request give a result with every layer in order', () => {
  fc.assert(
    fc.property(edgeConfig, edgeRequest, source, (config, request, from) => {
      const { steps, status } = traceRequest(config, request, from);
      const order = steps.map(({ area }) => layerNames.indexOf(area));
      expect(order).toEqual(order.toSorted((a, b) => a - b));
      expect(new Set(order).size).toBe(layerNames.length);
      expect(status === null || (status >= 200 && status < 600)).toBe(true);
      const end = steps.findIndex(({ action }) => action === 'notReached');
      if (end >= 0) expect(steps.slice(end).every(({ action }) => action === 'notReached')).toBe(true);
      for (const one of steps) {
        expect(one.matched).toBe(one.item !== undefined);
        for (const { value } of one.effect) expect(Number.isNaN(value)).toBe(false);
      }
    }),
    { numRuns: runs(2000) },
  );
});

test('lint accepts any firewall', () => {
  fc.assert(
    fc.property(edgeConfig, edgeRequest, ({ firewall }, { now }) => {
      lintFirewall(firewall, now);
    }),
    often,
  );
});

test('the same input gives the same result, and neither is modified', () => {
  fc.assert(
    fc.property(edgeConfig, edgeRequest, source, (config, request, from) => {
      const before = structuredClone([config, request]);
      const first = traceRequest(config, request, from);
      expect(traceRequest(structuredClone(config), structuredClone(request), from)).toEqual(first);
      expect([config, request]).toEqual(before);
    }),
    often,
  );
});

test.each([
  ['everything is deployed', (one: object) => ({ ...one, deploy: true, deployed: null })],
  ['the edge has all saved rules', (one: object) => ({ ...one, deploy: false, deployed: { ...one } })],
])('if %s, both sources decide alike', (_name, change) => {
  const all = <T extends object>(list: readonly T[]) => list.map((one) => change(one) as T); // with other values of its fields
  fc.assert(
    fc.property(edgeConfig, edgeRequest, (config, request) => {
      const { waf } = config;
      const changed = orderedLists.reduce<EdgeConfig>((made, list) => mapRules(made, list, all), {
        ...config,
        waf: { ...waf, exceptions: all(waf.exceptions) },
      });
      expect(traceRequest(changed, request, 'deployed')).toEqual(traceRequest(changed, request, 'draft'));
    }),
    often,
  );
});

/** The ordered lists, each with a rule that would have a large effect if it were reached. */
const lists = [
  {
    name: 'firewall',
    lowest: deny('ip', '0.0.0.0/0', 1000),
    rules: firewallRules,
    put: (config: EdgeConfig, rules: never) => ({ ...config, firewall: { ...config.firewall, rules } }),
  },
  {
    name: 'rate limits',
    lowest: limit({ requestCount: 0, priority: 1000 }),
    rules: rateLimits,
    put: (config: EdgeConfig, rules: never) => ({ ...config, rateLimits: rules }),
  },
  {
    name: 'WAF rules',
    lowest: own({ priority: 1000 }),
    rules: wafRules,
    put: (config: EdgeConfig, rules: never) => ({ ...config, waf: { ...config.waf, rules } }),
  },
  {
    name: 'page rules',
    lowest: page('/*', { maintenanceMode: true }, { priority: 1000 }),
    rules: pageRules,
    put: (config: EdgeConfig, rules: never) => ({ ...config, pageRules: rules }),
  },
] as const;

test.each(lists)('$name: the priorities define the order, not the order of reading', ({ rules, put }) => {
  const shuffled = (rules as fc.Arbitrary<object[]>).chain((list) =>
    fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
  );
  fc.assert(
    fc.property(edgeConfig, edgeRequest, source, shuffled, (config, request, from, [list, mixed]) => {
      // The types of the four lists differ, and `put` belongs to the one that it is beside.
      expect(traceRequest(put(config, mixed as never), request, from)).toEqual(traceRequest(put(config, list as never), request, from));
    }),
    often,
  );
});

const deciding = { firewall: 'firewall', 'rate limits': 'rateLimit', 'WAF rules': 'waf', 'page rules': 'pageRules' } as const;
test.each(lists)('$name: a rule below never changes the decision of a rule above', ({ name, lowest, rules, put }) => {
  let decided = 0;
  let otherwise = 0;
  fc.assert(
    fc.property(edgeRequest, source, rules as fc.Arbitrary<object[]>, (request, from, list) => {
      // Nothing else blocks, so that the request reaches the list.
      const before = traceRequest(put(plain, list as never), request, from);
      const after = traceRequest(put(plain, [...list, lowest] as never), request, from);
      // A rule that only logs decides nothing; a pattern's finding isn't a rule.
      const isDecided = before.steps.some(
        ({ area, item, action }) => area === deciding[name] && item && /^r\d/.test(item.id) && action !== 'log',
      );
      if (isDecided) {
        decided++;
        expect(after).toEqual(before);
      } else if (outcome(after)[0] !== outcome(before)[0]) otherwise++;
    }),
    { numRuns: 3 * runs(1000) },
  );
  // Otherwise this would pass because no rule ever decided, or because the one below had no effect.
  expect(decided).toBeGreaterThan(process.env.FULL ? 20 : 0);
  expect(otherwise).toBeGreaterThan(process.env.FULL ? 20 : 0);
});

test('rules that don’t overlap can be in any order', () => {
  const addresses = fc.uniqueArray(fc.nat(250), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(
      edgeConfig,
      edgeRequest,
      addresses,
      fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
      (config, request, hosts, modes) => {
        const rules = hosts.map((host, i) => ({
          ...deny('ip', `198.51.100.${host}`, i + 1),
          mode: modes[i] ? ('allow' as const) : ('deny' as const),
          expiresAt: at(60),
        }));
        const turned = rules.map((rule, i) => ({ ...rule, priority: rules.length - i }));
        const decide = (list: EdgeConfig['firewall']['rules']) =>
          traceRequest({ ...config, firewall: { ...config.firewall, rules: list } }, request, 'deployed');
        expect(decide(turned)).toEqual(decide(rules));
      },
    ),
    often,
  );
});

test('removing a firewall rule that lint reports as covered changes nothing', () => {
  let removed = 0;
  fc.assert(
    fc.property(edgeRequest, firewallRules, (request, rules) => {
      const config = { ...plain, firewall: { ...plain.firewall, rules } };
      const dead = new Set(lintFirewall(config.firewall, request.now).flatMap(({ code, item }) => (code === 'covered' ? item.id : [])));
      removed += dead.size;
      const left = { ...config, firewall: { ...config.firewall, rules: rules.filter(({ id }) => !dead.has(id)) } };
      expect(outcome(traceRequest(left, request, 'draft'))).toEqual(outcome(traceRequest(config, request, 'draft')));
    }),
    { numRuns: runs(2000) },
  );
  expect(removed).toBeGreaterThan(process.env.FULL ? 20 : 0);
});
