import fc from 'fast-check';
import { expect, test } from 'vitest';
import { configuration, start } from '../../../../tests/support/history-cases.ts';
import { cache } from '../../../lib/contract/cdn/cache.ts';
import { dns } from '../../../lib/contract/cdn/dns.ts';
import { pageRule } from '../../../lib/contract/cdn/pageRule.ts';
import { rateLimit } from '../../../lib/contract/cdn/rateLimit.ts';
import { version } from '../../../lib/contract/cdn/version.ts';
import { demo } from '../../../lib/contract/fields.ts';

const { domainId } = demo;

test('restoring any state gives the configuration back exactly, whatever was changed in between', async () => {
  const { p, ok, settle, versions, record } = await start();
  const rules = async () => (await ok(rateLimit.list, { domainId })).rules;
  const acts = [
    async (n: number) => void (await record(`r${n}`)),
    async () => {
      const { records } = await ok(dns.list, { domainId });
      const plain = records.find(({ name, type }) => /^r\d/.test(name) && type === 'A');
      if (plain) await ok(dns.delete, { domainId, recordId: plain.id });
    },
    async (n: number) =>
      void (await ok(cache.update, { domainId, level: n % 2 ? 'withoutQuery' : 'withQuery', alwaysOnline: n % 3 === 0 })),
    async () => {
      const ids = (await rules()).map(({ id }) => id);
      if (ids.length > 1) await ok(rateLimit.reorder, { domainId, ids: ids.reverse() });
    },
    async () => {
      const [rule] = await rules();
      if (rule) await ok(rateLimit.delete, { domainId, ruleId: rule.id });
    },
    async () => {
      const { paths } = await ok(pageRule.list, { domainId });
      if (paths[0]) await ok(pageRule.delete, { domainId, pathId: paths[0].id });
    },
  ];
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat({ max: acts.length - 1 }), { minLength: 1, maxLength: 6 }), fc.nat(), async (steps, pick) => {
      const states: { id: string; json: string }[] = [];
      const remember = async () => {
        await settle();
        const [latest] = await versions();
        states.push({ id: latest!.id, json: await configuration(p) });
      };
      await remember();
      for (const step of steps) {
        await acts[step]!(p.clock.now % 100_000);
        await remember();
      }
      const chosen = states[pick % states.length]!;
      await ok(version.restore, { domainId, versionId: chosen.id });
      expect(await configuration(p)).toBe(chosen.json);
    }),
    { numRuns: 12 },
  );
});
