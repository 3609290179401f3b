import { describe, expect, test } from 'vitest';
import { addresses, startDns } from '../../../../tests/support/dns.ts';
import { closedPorts } from '../../../../tests/support/listen.ts';
import { selfSigned, startOrigin } from '../../../../tests/support/origin.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { isSigned, startReceiver } from '../../../../tests/support/receiver.ts';
import { stored, updateStored } from '../../../../tests/support/stored.ts';
import type { Input } from '../../../lib/contract/call.ts';
import { logForward } from '../../../lib/contract/cdn/logForward.ts';
import { log } from '../../../lib/contract/core/log.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { maxTargets } from '../../../lib/rules/cdn/logForward/options.ts';

const { domainId, logTargetId: targetId } = demo;
const secret = 'Zq7-mN3x_Lw9.Ty5k';
const https = 'https://collector.example.com/in';
const open = { CHECK_ALLOW: '127.0.0.0/8' };

async function started(env: Record<string, string> = {}) {
  const p = await startProvider({ env });
  const token = await p.signIn();
  return {
    p,
    token,
    create: (input: Partial<Input<typeof logForward.create>> = {}) =>
      p.try(logForward.create, { domainId, target: https, ...input }, { token }),
    update: (input: Partial<Input<typeof logForward.update>>) => p.try(logForward.update, { domainId, targetId, ...input }, { token }),
    test: () => p.ok(logForward.test, { domainId, targetId }, { token }).then(({ result }) => result),
    list: async () => (await p.ok(logForward.list, { domainId }, { token })).targets,
    plan: (plan: 'com' | 'pro' | 'ent') => updateStored(p, 'domain', { id: domainId }, { plan }),
  };
}

describe('targets', () => {
  test('one is added, changed, turned off and deleted, with one change log entry each', async () => {
    const { p, token, create, list } = await started();
    const { body } = await create({ format: 'json', secret });
    expect(body.target).toMatchObject({ target: https, format: 'json', enabled: true, signed: true, state: 'delivering', waiting: 0 });
    const { id } = body.target as { id: string };
    const change = (input: object) => p.ok(logForward.update, { domainId, targetId: id, ...input }, { token });
    expect((await change({ secret: null })).target).toMatchObject({ signed: false, version: 2 });
    expect((await change({ enabled: false })).target.state).toBe('off');
    await p.ok(logForward.delete, { domainId, targetId: id }, { token });
    expect(await list()).toHaveLength(1);
    const { logs } = await p.ok(log.list, { domainId, group: 'logForward' }, { token });
    expect(logs.map(({ action }) => action)).toEqual(['delete', 'update', 'update', 'create']);
    expect(new Set(logs.map(({ entity }) => entity.name))).toEqual(new Set(['collector.example.com']));
    expect(logs[2]?.changes).toMatchObject([{ field: 'signed', before: true, after: false }]);
  });

  test('a secret is in no response or log and is encrypted in the store; an update without one keeps it', async () => {
    const { p, token, create } = await started();
    const { body } = await create({ secret });
    const { id } = body.target as { id: string };
    const { target } = await p.ok(logForward.update, { domainId, targetId: id, format: 'json' }, { token });
    expect(target.signed).toBe(true);
    expect(JSON.stringify([body, target, await stored(p, 'logTarget'), await stored(p, 'changeLog')])).not.toContain(secret);
  });

  test('the change log doesn’t contain the path of a URL, which may be a key', async () => {
    const { p, create } = await started();
    await create({ target: 'https://collector.example.com/T0123/key-of-the-hook?token=abc' });
    const rows = await stored(p, 'changeLog', { group: 'logForward' });
    expect(JSON.stringify(rows)).not.toMatch(/key-of-the-hook|token=abc/);
    expect(rows[0]?.after).toContain('https://collector.example.com/…');
  });

  test('a URL can be a target once, in any notation', async () => {
    const { create, update } = await started();
    await create();
    for (const answer of [await create({ target: 'HTTPS://Collector.Example.COM:443/in#part' }), await update({ target: https })])
      expect([answer.status, answer.body.code, Object.keys(answer.body.fields ?? {})]).toEqual([409, 'logForward:error.taken', ['target']]);
  });

  test('without the plan none is added, changed or tested; existing ones are kept and can be deleted', async () => {
    const { p, token, create, update, list, plan } = await started();
    await update({ enabled: true });
    await plan('com');
    const answers = [await create(), await update({ format: 'json' }), await p.try(logForward.test, { domainId, targetId }, { token })];
    for (const answer of answers)
      expect([answer.status, answer.body.code, answer.body.requiredPlan]).toEqual([402, 'plan:required', 'pro']);
    expect(await list()).toMatchObject([{ state: 'paused', enabled: true }]);
    expect((await p.ok(logForward.list, { domainId }, { token })).gate).toEqual({ allowed: false, reason: 'plan', requiredPlan: 'pro' });
    await p.ok(logForward.delete, { domainId, targetId }, { token });
  });

  test('a wrong URL is refused beside the field', async () => {
    const { create, list } = await started();
    const notFull = 'Enter a full URL, such as https://logs.example.com/in.';
    const notHere = 'isn’t a public address. Enter the public address of the receiver.';
    const plain = 'Only encrypted connections are used. Enter a URL that starts with https.';
    for (const [target, message] of [
      ['', 'Enter the URL of the receiver.'],
      ...['collector.example.com', 'ftp://collector.example.com/', 'https:collector.example.com'].map((url) => [url, notFull]),
      ['https://me:pass@collector.example.com/', 'The URL contains a user name or password. Remove it and set a signing secret instead.'],
      [`https://collector.example.com/${'a'.repeat(2100)}`, 'Use no more than'],
      ['https://intranet/', 'is a private host name. Enter a public one.'],
      ['https://db.internal/', 'is a private host name. Enter a public one.'],
      ...['127.0.0.1', '0x7f.1', '2130706433', '[::ffff:10.0.0.1]', '169.254.169.254'].map((host) => [`https://${host}/`, notHere]),
      ...['collector.example.com', '8.8.8.8'].map((host) => [`http://${host}/in`, plain]),
    ] as [string, string][]) {
      const { status, body } = await create({ target });
      expect([status, body.fields], target).toEqual([422, { target: expect.stringContaining(message) }]);
    }
    expect(await list()).toHaveLength(1);
  });

  test('a name that resolves to a closed network is refused when it is saved, and when it resolves there later, on connection', async () => {
    await using dns = await startDns();
    dns.delegate('rebind.example', { 'ns1.old-dns.test': addresses.old });
    dns.delegate('old-dns.test', { 'ns1.old-dns.test': addresses.old });
    const lead = (to: string) => dns.zone(addresses.old, 'rebind.example', [['a.rebind.example', 'A', to, 1]]);
    const { p, create, test: send, update } = await started(dns.env);
    const target = 'https://a.rebind.example/in';
    lead('10.0.0.5');
    const { status, body } = await create({ target });
    expect([status, body.code]).toEqual([422, 'target:error.hostClosed']);
    p.clock.now += 60_000;
    lead('8.8.8.8');
    expect((await update({ target })).status).toBe(200);
    p.clock.now += 60_000;
    lead('127.0.0.1');
    expect(await send()).toMatchObject({ ok: false, status: null, reason: 'address' });
  });

  test('a wrong secret is refused', async () => {
    const { create } = await started();
    for (const wrong of ['short', 'with a blank in it!', 'ñandú-ñandú-ñandú']) {
      const { status, body } = await create({ secret: wrong });
      expect([status, body.fields], String(wrong)).toEqual([422, { secret: 'Use 16 to 256 letters, digits or symbols, without spaces.' }]);
    }
  });

  test('at the limit, of many sent at once, exactly the free number is added', async () => {
    const { create, list } = await started();
    const answers = await Promise.all(Array.from({ length: 9 }, (_, i) => create({ target: `${https}/${i}` })));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ body }) => body.code)).toEqual(Array(10 - maxTargets).fill('logForward:error.limit'));
    expect(await list()).toHaveLength(maxTargets);
  });
});

describe('a test', () => {
  test('sends one entry marked as a test, signed like the others, and returns the response', async () => {
    const { test: send, update, list } = await started(open);
    const receiver = await startReceiver();
    await update({ target: receiver.url, secret });
    expect(await send()).toEqual({ ok: true, status: 204, ms: expect.any(Number) });
    const [batch] = receiver.batches;
    const text = expect.any(String);
    expect(batch?.entries).toEqual([{ test: true, id: text, time: text, log: 'activity', domain: 'parvaz.example', title: text }]);
    expect(batch && isSigned(batch, secret)).toBe(true);
    expect(batch?.headers['x-nasim-batch']).toMatch(/^test\./);
    expect((await list())[0]).not.toHaveProperty('lastDeliveredAt');
  });

  test('reports in the language of the caller why it failed; redirects aren’t followed', async () => {
    const { p, token, test: send, update } = await started(open);
    const other = await startReceiver();
    const receiver = await startReceiver();
    receiver.answer = (response) => response.writeHead(302, { location: other.url }).end();
    await update({ target: receiver.url });
    expect(await send()).toMatchObject({ ok: false, status: 302, reason: 'status' });
    expect(other.batches).toEqual([]);
    await update({ target: `http://127.0.0.1:${closedPorts[0]}/in` });
    const { body } = await p.try(logForward.test, { domainId, targetId }, { token, locale: 'es' });
    expect(body.result).toMatchObject({ ok: false, status: null, reason: 'refused', message: 'El receptor rechazó la conexión.' });
  });

  test('an untrusted certificate isn’t accepted', async () => {
    const { test: send, update } = await started(open);
    const origin = await startOrigin(undefined, selfSigned('127.0.0.1'));
    await update({ target: `https://127.0.0.1:${origin.port}/in` });
    expect(await send()).toMatchObject({ ok: false, reason: 'certificate' });
    expect(origin.requests).toEqual([]);
  });

  test('is rate limited', async () => {
    const { p, token, test: send } = await started();
    for (let i = 0; i < 10; i++) await send();
    const { status, headers } = await p.try(logForward.test, { domainId, targetId }, { token });
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true]);
  });
});
