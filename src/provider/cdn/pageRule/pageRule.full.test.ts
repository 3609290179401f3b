import { describe, expect, test } from 'vitest';
import { started } from '../../../../tests/support/page-rule-cases.ts';
import { demo } from '../../../lib/contract/fields.ts';

test('a rule stored before a field existed has the default of that field, both saved and deployed', async () => {
  const { p, list } = await started();
  const [id] = demo.pathIds;
  const old = JSON.stringify({ title: 'Old', path: '/old/*' });
  await p.store.write('test', (tx) => tx.updateTable('edgeItem').set({ data: old, deployed: old }).where('id', '=', id).execute());
  const rule = (await list()).paths.find((one) => one.id === id);
  expect(rule).toMatchObject({ title: 'Old', mode: 'apply', settings: {} });
  expect(rule?.deployed).toMatchObject({ title: 'Old', mode: 'apply', settings: {} });
});

describe('limits', () => {
  test('of twenty with one priority, one is created; the others get its owner and a free priority', async () => {
    const { create, list } = await started();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => create({ path: `/${n}`, title: `Rule ${n}`, priority: 9 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    const [holder] = (await list()).paths.filter(({ priority }) => priority === 9);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({
      code: 'rules:error.duplicatePriority',
      params: { priority: 9, title: holder?.title, free: 10 },
      fields: { priority: `Priority 9 is used by “${holder?.title}”. Try 10.` },
    });
  });
});
