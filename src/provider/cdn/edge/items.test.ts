import { expect, test } from 'vitest';
import { snapshot } from '../../../../tests/support/calls.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { firewall } from '../../../lib/contract/cdn/firewall.ts';
import { pageRule } from '../../../lib/contract/cdn/pageRule.ts';
import { rateLimit } from '../../../lib/contract/cdn/rateLimit.ts';
import { waf } from '../../../lib/contract/cdn/waf.ts';
import { demo } from '../../../lib/contract/fields.ts';

const { domainId } = demo;

/** The lists of rules of the demo domain; `other` makes each new rule another one. */
async function started() {
  const p = await startProvider();
  const token = await p.signIn();
  const rulesOf = (call: typeof firewall.list | typeof rateLimit.list | typeof waf.rules) => async () =>
    (await p.ok(call, { domainId }, { token })).rules;
  const paths = async () => (await p.ok(pageRule.list, { domainId }, { token })).paths;
  return {
    p,
    token,
    lists: [
      {
        read: rulesOf(firewall.list),
        create: firewall.create,
        reorder: firewall.reorder,
        other: (n: number) => ({ value: `203.0.113.${n}` }),
      },
      { read: paths, create: pageRule.create, reorder: pageRule.reorder, other: (n: number) => ({ path: `/${n}` }) },
      { read: rulesOf(rateLimit.list), create: rateLimit.create, reorder: rateLimit.reorder, other: (n: number) => ({ title: `${n}` }) },
      { read: rulesOf(waf.rules), create: waf.createRule, reorder: waf.reorderRules, other: (n: number) => ({ title: `${n}` }) },
    ],
  };
}

test('of twenty rules at once with one priority, one is added to its list; the others get a free priority', async () => {
  const { p, token, lists } = await started();
  for (const { read, create, other } of lists) {
    const add = (n: number) => p.try(create, { ...create.example, ...other(n), priority: 77 }, { token });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => add(n)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
    const fields = { priority: expect.stringMatching(/^Priority 77 is used by “.+”. Try 78\.$/) };
    for (const { body } of answers.filter(({ status }) => status === 409))
      expect(body).toMatchObject({ code: 'rules:error.duplicatePriority', params: { priority: 77, free: 78 }, fields });
    expect((await read()).filter(({ priority }) => priority === 77)).toHaveLength(1);
  }
});

test('a new order of a list is effective immediately, and needs every rule once', async () => {
  const { p, token, lists } = await started();
  for (const { read, reorder } of lists) {
    const ids = (await read()).map(({ id }) => id).reverse();
    await p.ok(reorder, { domainId, ids }, { token });
    expect((await read()).map(({ id, priority }) => [id, priority])).toEqual(ids.map((id, place) => [id, place + 1]));
    const before = await snapshot(p);
    for (const wrong of [ids.slice(1), [...ids.slice(1), ids[1]], [...ids.slice(1), 'nobody'], [...ids, 'nobody']]) {
      const { status, body } = await p.try(reorder, { domainId, ids: wrong }, { token });
      expect([status, body.code]).toEqual([409, 'rules:error.order']);
    }
    expect(await snapshot(p)).toBe(before);
  }
});
