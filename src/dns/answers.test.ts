import net from 'node:net';
import { expect, test } from 'vitest';
import { startDns } from '../../tests/support/dns.ts';
import { exchange, queryBytes } from '../../tests/support/dnsClient.ts';
import { record, served, startNameServer } from '../../tests/support/nameServer.ts';

const zone = served('a.example', [
  record('@', 'A', '192.0.2.1'),
  record('www', 'CNAME', 'web.a.example'),
  record('web', 'A', '192.0.2.2', { ttl: 60 }),
  record('web', 'AAAA', '2001:db8::2'),
  record('loop1', 'CNAME', 'loop2.a.example'),
  record('loop2', 'CNAME', 'loop1.a.example'),
  record('out', 'CNAME', 'www.other.example'),
  record('dangling', 'CNAME', 'gone.a.example'),
  record('*.wild', 'A', '192.0.2.3'),
  record('*.wild', 'MX', 'mail.a.example', { priority: 5 }),
  record('host.wild', 'TXT', 'own'),
  record('deep.below.wild', 'TXT', 'deep'),
  record('sub', 'NS', 'ns1.sub.a.example'),
  record('sub', 'NS', 'ns.other.example'),
  record('ns1.sub', 'A', '192.0.2.53'),
  record('ns1.sub', 'AAAA', '2001:db8::53'),
  record('sub', 'DS', `12345 13 2 ${'ab'.repeat(32)}`),
  record('old', 'DNAME', 'wild.a.example'),
  record('host.old', 'A', '192.0.2.9'),
  record('away', 'DNAME', 'other.example'),
  record('long', 'DNAME', `${'x'.repeat(60)}.${'y'.repeat(60)}.${'z'.repeat(60)}.example`),
  record('big', 'TXT', 'x'.repeat(4000)),
]);
const a = (name: string, address: string, ttl = 3600) => ({ name, type: 'A', ttl, data: address });

test('records, aliases inside the zone, and names in any case', async () => {
  const { query } = await startNameServer([zone]);
  expect(await query({ name: 'a.example', type: 'A' })).toMatchObject({
    rcode: 'NOERROR',
    aa: true,
    answers: [a('a.example', '192.0.2.1')],
  });
  expect((await query({ name: 'WwW.a.eXample', type: 'A' })).answers).toEqual([
    { name: 'WwW.a.eXample', type: 'CNAME', ttl: 3600, data: 'web.a.example' },
    a('web.a.eXample', '192.0.2.2', 60),
  ]);
  expect((await query({ name: 'www.a.example', type: 'CNAME' })).answers).toHaveLength(1);
  const soa = (await query({ name: 'a.example', type: 'SOA' })).answers[0]?.data;
  expect(soa).toMatchObject({ mname: 'ns1.nasim.example', rname: 'hostmaster.a.example', serial: 7, minimum: 3600 });
  expect((await query({ name: 'a.example', type: 'NS' })).answers.map(({ data }) => data).sort()).toEqual([
    'ns1.nasim.example',
    'ns2.nasim.example',
  ]);
});

test('an alias that loops, leads out of the zone or to nothing', async () => {
  const { query } = await startNameServer([zone]);
  expect((await query({ name: 'loop1.a.example', type: 'A' })).answers).toHaveLength(2);
  expect(await query({ name: 'out.a.example', type: 'A' })).toMatchObject({ rcode: 'NOERROR', answers: [{ data: 'www.other.example' }] });
  expect(await query({ name: 'dangling.a.example', type: 'A' })).toMatchObject({
    rcode: 'NXDOMAIN',
    answers: [{ data: 'gone.a.example' }],
    authorities: [{ name: 'a.example', type: 'SOA' }],
  });
});

test('no such name, no such type, and another zone', async () => {
  const { query } = await startNameServer([served('a.example', zone.records, { soa: { ...zone.soa, minimum: 90 } })]);
  const soa = { name: 'a.example', type: 'SOA', ttl: 90 };
  expect(await query({ name: 'no.a.example', type: 'A' })).toMatchObject({ rcode: 'NXDOMAIN', aa: true, answers: [], authorities: [soa] });
  expect(await query({ name: 'web.a.example', type: 'MX' })).toMatchObject({ rcode: 'NOERROR', aa: true, answers: [], authorities: [soa] });
  // A name that only has names below it exists.
  expect(await query({ name: 'below.wild.a.example', type: 'A' })).toMatchObject({ rcode: 'NOERROR', authorities: [soa] });
  for (const name of ['b.example', 'xa.example', 'example', '.'])
    expect(await query({ name, type: 'A' })).toMatchObject({ rcode: 'REFUSED', aa: false, answers: [], authorities: [] });
});

test('wildcards answer for names that do not exist, and for no others (RFC 4592)', async () => {
  const { query } = await startNameServer([zone]);
  expect((await query({ name: 'x.y.wild.a.example', type: 'A' })).answers).toEqual([a('x.y.wild.a.example', '192.0.2.3')]);
  expect((await query({ name: '*.wild.a.example', type: 'A' })).answers).toEqual([a('*.wild.a.example', '192.0.2.3')]);
  expect(await query({ name: 'x.wild.a.example', type: 'AAAA' })).toMatchObject({ rcode: 'NOERROR', answers: [] });
  expect(await query({ name: 'host.wild.a.example', type: 'A' })).toMatchObject({ rcode: 'NOERROR', answers: [] });
  expect(await query({ name: 'x.host.wild.a.example', type: 'A' })).toMatchObject({ rcode: 'NXDOMAIN' });
  expect(await query({ name: 'x.below.wild.a.example', type: 'A' })).toMatchObject({ rcode: 'NXDOMAIN' });
});

test('a delegation is a referral with its addresses; its DS record is the parent’s', async () => {
  const { query } = await startNameServer([zone]);
  for (const name of ['sub.a.example', 'x.sub.a.example', 'ns1.sub.a.example']) {
    const got = await query({ name, type: 'A' });
    expect(got).toMatchObject({ rcode: 'NOERROR', aa: false, answers: [] });
    expect(got.authorities.map(({ name: at, data }) => `${at} ${data}`).sort()).toEqual([
      'sub.a.example ns.other.example',
      'sub.a.example ns1.sub.a.example',
    ]);
    expect(got.additionals.map(({ data }) => data)).toEqual(['192.0.2.53', '2001:db8::53']);
  }
  expect(await query({ name: 'sub.a.example', type: 'DS' })).toMatchObject({
    aa: true,
    answers: [{ type: 'DS', data: { keyTag: 12345 } }],
  });
});

test('the closest zone answers, and its parent for its DS record', async () => {
  const child = served('sub.a.example', [record('@', 'A', '192.0.2.9')]);
  const { query } = await startNameServer([zone, child]);
  expect((await query({ name: 'sub.a.example', type: 'A' })).answers).toEqual([a('sub.a.example', '192.0.2.9')]);
  expect((await query({ name: 'sub.a.example', type: 'DS' })).answers).toHaveLength(1);
});

test('EDNS: sizes, an unknown version, truncation, and the same over TCP', async () => {
  const { query } = await startNameServer([zone]);
  expect((await query({ name: 'a.example', type: 'A', size: null })).edns).toBeNull();
  expect((await query({ name: 'a.example', type: 'A', size: 4096 })).edns).toMatchObject({ version: 0, size: 1232 });
  const old = await query({ name: 'a.example', type: 'A', version: 1 });
  expect([old.edns?.extendedRcode, old.answers]).toEqual([1, []]);
  for (const size of [null, 512, 4096]) {
    const cut = await query({ name: 'big.a.example', type: 'TXT', size });
    expect([cut.tc, cut.answers, cut.bytes.length < 512]).toEqual([true, [], true]);
  }
  const whole = await query({ name: 'big.a.example', type: 'TXT', tcp: true });
  expect([whole.tc, String(whole.answers[0]?.data).replaceAll(',', '').length]).toEqual([false, 4000]);
});

test('ANY has one set of records (RFC 8482)', async () => {
  const { query } = await startNameServer([zone]);
  const { rcode, answers } = await query({ name: 'web.a.example', type: 'ANY' });
  expect([rcode, new Set(answers.map(({ type }) => type)).size]).toEqual(['NOERROR', 1]);
  expect(await query({ name: 'no.a.example', type: 'ANY' })).toMatchObject({ rcode: 'NXDOMAIN' });
});

test('a proxied record has the addresses of the edge, unless the domain is paused', async () => {
  const records = [
    record('www', 'A', '192.0.2.1', { proxy: true }),
    record('www', 'A', '192.0.2.2', { proxy: true }),
    record('app', 'CNAME', 'x.other.example', { proxy: true, ttl: 60 }),
    record('direct', 'A', '192.0.2.3'),
  ];
  const { query } = await startNameServer([served('a.example', records), served('b.example', records, { paused: true })], {
    edge: ['203.0.113.10', '203.0.113.11', '2001:db8:e::1'],
  });
  const data = async (name: string, type: string) => (await query({ name, type })).answers.map((one) => one.data).sort();
  expect(await data('www.a.example', 'A')).toEqual(['203.0.113.10', '203.0.113.11']);
  expect(await data('app.a.example', 'AAAA')).toEqual(['2001:db8:e::1']);
  expect(await data('direct.a.example', 'A')).toEqual(['192.0.2.3']);
  expect(await data('www.b.example', 'A')).toEqual(['192.0.2.1', '192.0.2.2']);
  expect(await data('app.b.example', 'A')).toEqual(['x.other.example']);
});

test('flattened aliases have the addresses of their target, also at the root of the zone', async () => {
  await using internet = await startDns();
  internet.delegate('target.test', { 'ns.target.test': '127.0.0.3' });
  internet.zone('127.0.0.3', 'target.test', [['www.target.test', 'A', '198.51.100.7', 120]]);
  const records = [
    record('@', 'CNAME', 'www.target.test', { ttl: 60 }),
    record('@', 'TXT', 'root'),
    record('in', 'CNAME', 'web.a.example'),
    record('web', 'A', '192.0.2.2', { ttl: 30 }),
    record('lost', 'CNAME', 'www.gone.invalid'),
  ];
  const { query } = await startNameServer([served('a.example', records, { flattening: true })], { resolvers: [internet.env.RESOLVERS] });
  expect(await query({ name: 'a.example', type: 'A' })).toMatchObject({ aa: true, answers: [a('a.example', '198.51.100.7', 60)] });
  expect(await query({ name: 'a.example', type: 'AAAA' })).toMatchObject({ rcode: 'NOERROR', answers: [], authorities: [{ type: 'SOA' }] });
  expect((await query({ name: 'a.example', type: 'TXT' })).answers).toHaveLength(1);
  expect((await query({ name: 'a.example', type: 'CNAME' })).answers).toEqual([]);
  expect((await query({ name: 'in.a.example', type: 'A' })).answers).toEqual([a('in.a.example', '192.0.2.2', 30)]);
  // Other types follow the alias: the text of a mail key at another provider, for example.
  expect((await query({ name: 'in.a.example', type: 'TXT' })).answers).toMatchObject([{ type: 'CNAME' }]);
  expect(await query({ name: 'lost.a.example', type: 'A' })).toMatchObject({ answers: [] });
});

test('cookies show that an address is real, and spare it the limit of responses', async () => {
  const { query, port } = await startNameServer([zone], { perSecond: 5, isLimited: () => true, clock: () => 1_000_000 });
  const client = Buffer.from('0123456789abcdef', 'hex');
  const first = await query({ name: 'a.example', type: 'A', cookie: client });
  expect(first.cookie?.subarray(0, 8)).toEqual(client);
  expect(first.cookie).toHaveLength(24);
  const own = first.cookie ?? client;
  for (let i = 0; i < 20; i++) expect((await query({ name: 'a.example', type: 'A', cookie: own })).answers).toHaveLength(1);
  // A forged one doesn't: the sixth response of this second isn't sent, the seventh is cut, and TCP isn't limited.
  const forged = Buffer.concat([own.subarray(0, 23), Buffer.from([(own[23] ?? 0) ^ 1])]);
  for (let i = 0; i < 4; i++) await query({ name: 'a.example', type: 'A', cookie: forged });
  const lost = await exchange(port, queryBytes({ name: 'a.example', type: 'A', cookie: forged }), false, 150);
  expect(lost).toBeNull();
  expect(await query({ name: 'a.example', type: 'A', cookie: forged })).toMatchObject({ tc: true, answers: [] });
  expect((await query({ name: 'a.example', type: 'A', tcp: true })).answers).toHaveLength(1);
  // Names that don't exist are one response, however they are called.
  for (let i = 0; i < 5; i++) await query({ name: `x${i}.a.example`, type: 'A' });
  expect(await exchange(port, queryBytes({ name: 'x6.a.example', type: 'A' }), false, 150)).toBeNull();
});

test('several queries on one connection are answered in turn', async () => {
  const { port } = await startNameServer([zone]);
  const socket = net.connect(port, '127.0.0.1');
  const frames = [1, 2, 3].map((id) => {
    const bytes = queryBytes({ name: 'web.a.example', type: 'A' }, id);
    return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes]);
  });
  const all = Buffer.concat(frames);
  // In pieces that don't fit the frames.
  socket.write(all.subarray(0, 41));
  setImmediate(() => socket.write(all.subarray(41)));
  const ids: number[] = [];
  let got = Buffer.alloc(0);
  for await (const part of socket) {
    got = Buffer.concat([got, part as Buffer]);
    for (; got.length >= 2 && got.length >= 2 + got.readUInt16BE(0); got = got.subarray(2 + got.readUInt16BE(0)))
      ids.push(got.readUInt16BE(2));
    if (ids.length === 3) break;
  }
  expect(ids).toEqual([1, 2, 3]);
});

test('a zone that can’t be encoded does no harm to the others', async () => {
  const bad = served('bad.example', [record('@', 'TLSA', 'not hex at all')]);
  const { query, faults } = await startNameServer([
    served('before.example', [record('@', 'A', '192.0.2.1')]),
    { ...bad, keys: [{ privateKey: 'broken', publicKey: 'broken' }] },
    served('after.example', [record('@', 'A', '192.0.2.2')]),
  ]);
  expect(faults).toHaveLength(1);
  for (const name of ['before.example', 'after.example']) expect((await query({ name, type: 'A' })).rcode).toBe('NOERROR');
});

test('names below a DNAME are aliases of the names below its target (RFC 6672)', async () => {
  const { query } = await startNameServer([zone]);
  const dname = (name: string, data: string) => ({ name, type: 'DNAME', ttl: 3600, data });
  const alias = (name: string, data: string) => ({ name, type: 'CNAME', ttl: 3600, data });
  expect(await query({ name: 'x.old.a.example', type: 'A' })).toMatchObject({
    rcode: 'NOERROR',
    aa: true,
    answers: [dname('old.a.example', 'wild.a.example'), alias('x.old.a.example', 'x.wild.a.example'), a('x.wild.a.example', '192.0.2.3')],
  });
  // What the zone has below it is hidden; the name itself isn't renamed.
  expect((await query({ name: 'host.old.a.example', type: 'TXT' })).answers.at(-1)).toMatchObject({ name: 'host.wild.a.example' });
  expect(await query({ name: 'old.a.example', type: 'A' })).toMatchObject({ rcode: 'NOERROR', answers: [] });
  expect((await query({ name: 'old.a.example', type: 'DNAME' as 'A' })).answers).toEqual([dname('old.a.example', 'wild.a.example')]);
  expect((await query({ name: 'a.b.away.a.example', type: 'A' })).answers).toEqual([
    dname('away.a.example', 'other.example'),
    alias('a.b.away.a.example', 'a.b.other.example'),
  ]);
  // A name that would become too long has an answer of its own.
  const far = await query({ name: `${'w'.repeat(60)}.${'v'.repeat(30)}.long.a.example`, type: 'A' });
  expect([far.rcode, far.answers.map(({ type }) => type)]).toEqual(['YXDOMAIN', ['DNAME']]);
});
