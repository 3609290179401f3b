import { expect, test } from 'vitest';
import { startProvider } from '../../../../tests/support/provider.ts';
import { customPage } from '../../../lib/contract/cdn/customPage.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { maxPages } from '../../../lib/rules/cdn/customPage/kinds.ts';

const { domainId } = demo;
const html = '<title>x</title><p>{{ray_id}}';

async function started() {
  const p = await startProvider();
  const token = await p.signIn();
  const draft = { domainId, kind: 'block' as const, title: 'Denied', html };
  const pages = async () => (await p.ok(customPage.list, { domainId }, { token })).pages;
  const shown = async () =>
    (await pages()).filter(({ enabled }) => enabled).map(({ kind, statusCode, title }) => [kind, statusCode, title]);
  const create = async (more: object = {}) => (await p.ok(customPage.create, { ...draft, ...more }, { token })).page;
  return { p, token, draft, pages, shown, create };
}

test('the number of pages per domain is limited, also for requests sent at once', async () => {
  const { p, token, draft, pages, create } = await started();
  for (let n = (await pages()).length; n < maxPages - 1; n++) await create();
  const last = await Promise.all(['A', 'B', 'C'].map((title) => p.try(customPage.create, { ...draft, title }, { token })));
  expect(last.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(last.find(({ status }) => status === 409)?.body.code).toBe('customPage:error.limit');
  expect(await pages()).toHaveLength(maxPages);
});
