import { expect, test } from 'vitest';
import { signedIn } from '../../../tests/support/signedIn.ts';
import { customPage } from '../../lib/contract/cdn/customPage.ts';
import { dns } from '../../lib/contract/cdn/dns.ts';
import { domain } from '../../lib/contract/cdn/domain.ts';
import { firewallGroup } from '../../lib/contract/cdn/firewallGroup.ts';
import { serverFirewall } from '../../lib/contract/cloud/serverFirewall.ts';
import { demo } from '../../lib/contract/fields.ts';
import { ticket } from '../../lib/contract/support/ticket.ts';
import { catalog } from './catalog.ts';

const { domainId } = demo;
const titles = ['سرور ۱۰', 'web-10', 'هوا', 'آهن', 'وقت', 'Web-2', 'سرور ۲', 'ابر'];
/** In the order of each language; those of the demo data are left out. */
const wanted = {
  fa: ['آهن', 'ابر', 'سرور ۲', 'سرور ۱۰', 'وقت', 'هوا', 'Web-2', 'web-10'],
  ar: ['آهن', 'ابر', 'سرور ۲', 'سرور ۱۰', 'هوا', 'وقت', 'Web-2', 'web-10'],
  en: ['Web-2', 'web-10', 'آهن', 'ابر', 'سرور ۲', 'سرور ۱۰', 'هوا', 'وقت'],
};

test.each(Object.entries(wanted))('names have the order of the caller’s language: %s', async (locale, expected) => {
  const { p, token } = await signedIn();
  const language = { token, headers: { 'accept-language': locale } };
  const ownOf = (names: readonly string[]) => names.filter((name) => titles.includes(name));
  for (const title of titles) {
    await p.ok(firewallGroup.add, { title, ipAddresses: ['203.0.113.9'] }, { token });
    await p.ok(serverFirewall.add, { title, description: '', template: 'empty' }, { token });
  }
  expect(ownOf((await p.ok(firewallGroup.list, {}, language)).groups.map(({ title }) => title))).toEqual(expected);
  expect(ownOf((await p.ok(serverFirewall.list, {}, language)).groups.map(({ title }) => title))).toEqual(expected);
});

test('custom pages are listed by kind and status, then by name; the page in use is the first of its status', async () => {
  const { p, token } = await signedIn();
  const html = '<!doctype html><title>Error</title><h1>Error</h1>';
  for (const title of ['ب ۱۰', 'ب ۲', 'آ'])
    await p.ok(customPage.create, { domainId, kind: 'error', statusCode: 504, title, html, enabled: title === 'ب ۱۰' }, { token });
  const { pages } = await p.ok(customPage.list, { domainId }, { token, headers: { 'accept-language': 'fa' } });
  expect(pages.filter(({ statusCode }) => statusCode === 504).map(({ title }) => title)).toEqual(['ب ۱۰', 'آ', 'ب ۲']);
});

test('domains and records have their numbers in order on every page, in both directions', async () => {
  const { p, token } = await signedIn(demo.second);
  const add = (name: string) => p.ok(domain.add, { name, plan: 'free', termsVersion: catalog.termsVersion, acceptTerms: true }, { token });
  for (const number of [10, 2, 1, 20, 3]) await add(`shop-${number}.example`);
  const names = async (input: object) => (await p.ok(domain.list, input, { token })).domains.map(({ name }) => name);
  const all = ['karimi.example', ...[1, 2, 3, 10, 20].map((number) => `shop-${number}.example`)];
  expect(await names({})).toEqual(all);
  expect(await names({ order: 'desc' })).toEqual(all.toReversed());
  expect([...(await names({ page: 1, perPage: 4 })), ...(await names({ page: 2, perPage: 4 }))]).toEqual(all);
  expect([...(await names({ page: 1, perPage: 4, order: 'desc' })), ...(await names({ page: 2, perPage: 4, order: 'desc' }))]).toEqual(
    all.toReversed(),
  );
  expect((await p.ok(domain.list, { page: 3, perPage: 4 }, { token })).domains).toEqual([]);
  expect((await p.ok(ticket.subjects, {}, { token })).domains.map(({ name }) => name)).toEqual(all);

  const [first] = (await p.ok(domain.list, { q: 'shop-1.' }, { token })).domains;
  const zone = { domainId: first?.id ?? '' };
  for (const name of ['a10', 'a2', '@', 'a1'])
    await p.ok(dns.create, { ...zone, name, type: 'A', content: '203.0.113.9', ttl: 'auto', proxy: false }, { token });
  const records = async (input: object) =>
    (await p.ok(dns.list, { ...zone, type: 'A', ...input }, { token })).records.map(({ name }) => name);
  expect(await records({})).toEqual(['@', 'a1', 'a2', 'a10']);
  expect([...(await records({ page: 1, perPage: 3 })), ...(await records({ page: 2, perPage: 3 }))]).toEqual(['@', 'a1', 'a2', 'a10']);
  expect(await records({ order: 'desc' })).toEqual(['a10', 'a2', 'a1', '@']);
  expect(await records({ q: 'A' })).toEqual(['a1', 'a2', 'a10']);
});
