import { afterAll, beforeAll, expect, test } from 'vitest';
import { addresses, startDns, type TestDns } from '../../../../tests/support/dns.ts';
import { start } from '../../../../tests/support/propagation.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { dns } from '../../../lib/contract/cdn/dns.ts';
import { type Propagation, propagation } from '../../../lib/contract/cdn/propagation.ts';
import { demo } from '../../../lib/contract/fields.ts';

const { domainId } = demo;
const NAME = 'parvaz.example';
const { old, ours: ownServer } = addresses;
let internet: TestDns;
beforeAll(async () => {
  internet = await startDns();
});
afterAll(() => internet[Symbol.asyncDispose]());

const states = ({ resolvers }: Propagation) => Object.fromEntries(resolvers.map(({ name, kind, state }) => [name || kind, state]));
const by = ({ resolvers }: Propagation, label: string) => resolvers.find(({ name }) => name === label);

test('shows who has the new value, who has the old one and for how long, and who fails', async () => {
  const { p, token, publish, look } = await start(internet);
  await p.ok(dns.create, { domainId, name: 'moved', type: 'MX', content: 'New-Mail.other.example', priority: 10, ttl: 300 }, { token });
  internet.zone(old, NAME, [[`moved.${NAME}`, 'MX', { preference: 10, exchange: 'old-mail.other.example' }, 240]]);
  internet.mood(ownServer, 'servfail');
  const before = await look('moved', 'MX');
  // Nothing has been published yet: our server doesn't know the zone.
  expect(states(before)).toEqual({ own: 'failed', New: 'failed', Old: 'differs', Broken: 'failed', Away: 'silent' });
  expect(by(before, 'Broken')?.rcode).toBe('SERVFAIL');
  expect(by(before, 'Old')).toMatchObject({
    expiresIn: 240,
    answer: [{ name: `moved.${NAME}`, type: 'MX', content: '10 old-mail.other.example.', ttl: 240, current: false }],
  });
  expect(before.zone).toEqual({
    source: 'zone',
    answer: [{ name: `moved.${NAME}`, type: 'MX', content: '10 new-mail.other.example.', ttl: 300, current: true }],
  });
  await publish();
  internet.zone(old, NAME, [[`moved.${NAME}`, 'MX', { preference: 10, exchange: 'NEW-mail.Other.example' }, 7]]);
  expect(states(await look('moved.parvaz.example.', 'MX'))).toMatchObject({ own: 'matches', New: 'matches', Old: 'matches' });
  internet.zone(old, NAME, []);
  // The record was unknown when it was queried: the denial is cached for the TTL of the SOA.
  expect(by(await look('moved', 'MX'), 'Old')).toMatchObject({ state: 'differs', answer: [], expiresIn: 300 });
  expect(by(await look('gone', 'MX'), 'Old')).toMatchObject({ state: 'matches', answer: [] });
});

test('aliases, wildcards, delegations and flattened names', async () => {
  const { p, token, publish, look } = await start(internet);
  internet.mood(ownServer, 'ok');
  const records = [
    { name: 'chain', type: 'CNAME', content: 'end.parvaz.example' },
    { name: 'end', type: 'A', content: '192.0.2.9' },
    { name: '*.wild', type: 'TXT', content: 'any "text" نسیم' },
    { name: 'sub', type: 'NS', content: 'ns.partner.example' },
  ] as const;
  for (const record of records) await p.ok(dns.create, { domainId, ...record }, { token });
  await publish();
  const chain = await look('chain', 'A');
  expect(chain.zone.answer.map(({ type, content }) => [type, content])).toEqual([
    ['CNAME', 'end.parvaz.example.'],
    ['A', '192.0.2.9'],
  ]);
  expect(states(chain)).toMatchObject({ own: 'matches', New: 'matches' });
  expect(states(await look('x.wild', 'TXT'))).toMatchObject({ own: 'matches' });
  expect((await look('sub', 'NS')).zone).toMatchObject({ source: 'zone', answer: [{ content: 'ns.partner.example.' }] });
  expect((await look('www.sub', 'A')).zone).toEqual({ source: 'delegated', answer: [] });
});

test('bad names are refused beside the field, and the number of looks is limited', async () => {
  const p = await startProvider();
  const token = await p.signIn();
  const get = (name: string) => p.try(propagation.get, { domainId, name, type: 'A' }, { token });
  expect(await get('bad..name')).toMatchObject({ status: 422, body: { fields: { name: expect.any(String) } } });
  // By default nothing is asked.
  expect(await get('www')).toMatchObject({ status: 200, body: { propagation: { resolvers: [] } } });
  for (let i = 1; i < 30; i++) expect((await get('www')).status).toBe(200);
  expect(await get('www')).toMatchObject({ status: 429 });
  p.clock.now += 61_000;
  expect((await get('www')).status).toBe(200);
});
