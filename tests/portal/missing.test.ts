import { expect } from 'vitest';
import { operatorScreens } from '../screens/operator.ts';
import { offenders, test } from '../support/portal.ts';
import { get } from '../support/raw.ts';

test('the page of a thing that isn’t the customer’s is not found', async ({ portal, demo }) => {
  const paths = [
    '/domains/karimi.example',
    '/domains/parvaz.example/clusters/nope',
    '/domains/parvaz.example/page-rules/nope',
    '/domains/parvaz.example/custom-pages/nope',
    '/servers/nope',
    '/servers/firewalls/nope',
    '/tickets/nope',
    '/finance/invoices/nope',
  ];
  const found = await offenders(paths, async (path) => {
    expect((await get(portal.url, path, { cookie: demo.cookie })).status).toBe(404);
  });
  expect(found).toEqual([]);
});

test('for a customer, the operators’ screens don’t exist, nor their link in the menu', async ({ portal, demo }) => {
  const found = await offenders(new Set(operatorScreens.map(({ path }) => path)), async (path) => {
    expect((await get(portal.url, path, { cookie: demo.cookie })).status).toBe(404);
  });
  expect(found).toEqual([]);
  const { body } = await get(portal.url, '/dashboard', { cookie: demo.cookie });
  expect(body).toContain('href="/domains"');
  expect(body).not.toContain('href="/operator"');
});
