import { expect, test } from 'vitest';
import { allowedIp } from '../../src/lib/contract/account/allowedIp.ts';
import { apiKey } from '../../src/lib/contract/account/apiKey.ts';
import { ddos } from '../../src/lib/contract/cdn/ddos.ts';
import { dns } from '../../src/lib/contract/cdn/dns.ts';
import { firewall } from '../../src/lib/contract/cdn/firewall.ts';
import { firewallGroup } from '../../src/lib/contract/cdn/firewallGroup.ts';
import { waf } from '../../src/lib/contract/cdn/waf.ts';
import { network } from '../../src/lib/contract/cloud/network.ts';
import { serverFirewall } from '../../src/lib/contract/cloud/serverFirewall.ts';
import { demo } from '../../src/lib/contract/fields.ts';
import { signedIn } from '../support/signedIn.ts';

const { domainId } = demo;

/** Every call that takes an address or a range from a person: what it stores for `text`, or the messages of its refusal. */
async function everyCall() {
  const { p, token } = await signedIn();
  let count = 0;
  const name = () => `addresses-${++count}`;
  const stored = async (answer: ReturnType<typeof p.try>, read: (body: Record<string, unknown>) => unknown) => {
    const { status, body } = await answer;
    return status === 200 ? read(body) : [status, ...Object.values(body.fields ?? {})];
  };
  const as = { token };
  const at = (body: Record<string, unknown>, ...path: (string | number)[]) =>
    path.reduce<unknown>((value, part) => (value as Record<string | number, unknown>)[part], body); // the path of a response
  type Take = (text: string) => Promise<unknown>;
  const calls: Record<string, Take> = {
    firewall: (value) =>
      stored(p.try(firewall.create, { domainId, kind: 'ip', value, mode: 'allow', deploy: false }, as), (body) =>
        at(body, 'rule', 'value'),
      ),
    group: (text) =>
      stored(p.try(firewallGroup.add, { title: name(), ipAddresses: [text] }, as), (body) => at(body, 'group', 'ipAddresses', 0)),
    allowedIp: (ip) => stored(p.try(allowedIp.add, { ip }, as), (body) => (at(body, 'allowedIps', 'items') as { ip: string }[]).at(-1)?.ip),
    apiKey: (text) =>
      stored(p.try(apiKey.add, { name: name(), access: { dns: 'read' }, allowedIps: [text] }, as), (body) =>
        at(body, 'apiKey', 'allowedIps', 0),
      ),
    ddos: (text) => stored(p.try(ddos.update, { domainId, exceptions: [text] }, as), (body) => at(body, 'ddos', 'exceptions', 0)),
    waf: (value) =>
      stored(
        p.try(
          waf.createRule,
          {
            domainId,
            title: name(),
            modules: ['custom'],
            conditions: [{ field: 'ip', operator: 'equals', value }],
            action: 'block',
            deploy: false,
          },
          as,
        ),
        (body) => at(body, 'rule', 'conditions', 0, 'value'),
      ),
    serverFirewall: async (source) => {
      const rule = { direction: 'in', transport: 'tcp', portFrom: 8080, action: 'allow', source } as const;
      const protocol = source.includes(':') && !source.toLowerCase().includes('ffff:') ? 'ipv6' : 'ipv4';
      const saved = await stored(p.try(serverFirewall.createRule, { groupId: demo.serverFirewallId, protocol, ...rule }, as), (body) =>
        at(body, 'rule', 'source'),
      );
      // Stored as a range also when it is one address.
      return typeof saved === 'string' ? saved.replace(/\/(32|128)$/, '') : saved;
    },
  };
  return { p, as, calls };
}

test('an address or a range is stored in the same form by every call, however it is typed', async () => {
  const { calls } = await everyCall();
  for (const [typed, text] of [
    ['\u06f1\u06f9\u06f8.\u06f5\u06f1.\u06f1\u06f0\u06f0.\u06f7', '198.51.100.7'],
    ['198.51.101.7/24', '198.51.101.0/24'],
    [' 198.51.102.9/32 ', '198.51.102.9'],
    ['\uff11\uff19\uff18\uff0e51.103.7', '198.51.103.7'],
    ['2001:DB8:0:0::7', '2001:db8::7'],
    ['2001:db8:9::1/48', '2001:db8:9::/48'],
    ['::ffff:198.51.104.7', '198.51.104.7'],
  ] as const)
    for (const [name, save] of Object.entries(calls)) expect([name, typed, await save(typed)]).toEqual([name, typed, text]);
});

test('every call refuses the same texts, with the same message', async () => {
  const { calls } = await everyCall();
  for (const typed of ['010.0.0.1', '198.51.100.300', '198.51.100.0/33', 'fe80::1%eth0', '198.51.100.7:80']) {
    const answers = await Promise.all(Object.entries(calls).map(async ([name, save]) => [name, await save(typed)] as const));
    const messages = new Set(answers.map(([, answer]) => JSON.stringify(answer)));
    // A text with a letter is a path for an exception of the DDoS challenge.
    if (typed.includes('%') || typed.endsWith(':80')) messages.delete(JSON.stringify(answers.find(([name]) => name === 'ddos')?.[1]));
    expect([typed, [...messages]]).toEqual([typed, [expect.stringMatching(/^\[422,"/)]]);
  }
});

test('a range with every address is accepted with a warning where it opens something', async () => {
  const { p, as } = await everyCall();
  for (const source of ['0.0.0.0/0', '::/0']) {
    const added = await p.ok(allowedIp.add, { ip: source }, as);
    expect(added.warnings.map(({ code }) => code)).toEqual(['address:warning.everywhere']);
    const key = await p.ok(apiKey.add, { name: source, access: { dns: 'read' }, allowedIps: ['198.51.100.7', source] }, as);
    expect(key.warnings.map(({ code }) => code)).toEqual(['address:warning.everywhere']);
    const edited = await p.ok(apiKey.edit, { apiKeyId: key.apiKey.id, allowedIps: ['198.51.100.7'] }, as);
    expect(edited.warnings).toEqual([]);
    const protocol = source === '::/0' ? 'ipv6' : 'ipv4';
    const rule = { groupId: demo.serverFirewallId, direction: 'in', protocol, transport: 'tcp', action: 'allow', source } as const;
    for (const [ports, code] of [
      [{ portFrom: 22 }, 'serverFirewall:warning.exposed'],
      [{ portFrom: 3389 }, 'serverFirewall:warning.exposed'],
      [{ portFrom: 5000, portTo: 6000 }, 'serverFirewall:warning.exposed'],
      [{}, 'serverFirewall:warning.exposedAll'],
      [{ portFrom: 443 }, undefined],
      [{ portFrom: 22, action: 'deny' }, undefined],
      [{ portFrom: 22, direction: 'out' }, undefined],
      [{ portFrom: 22, transport: 'udp' }, undefined],
    ] as const)
      expect([ports, (await p.ok(serverFirewall.createRule, { ...rule, ...ports }, as)).warnings[0]?.code]).toEqual([ports, code]);
  }
});

test('single addresses of records and networks are read the same way', async () => {
  const { p, as } = await everyCall();
  const { record } = await p.ok(dns.create, { domainId, name: 'typed', type: 'A', content: ' \u06f1\u06f9\u06f8.51.100.7 ' }, as);
  expect(record.content).toBe('198.51.100.7');
  const { network: made } = await p.ok(network.create, { name: 'typed', cidr: '10.77.0.9/24', datacenterId: 10 }, as);
  expect(made.cidr).toBe('10.77.0.0/24');
  for (const content of ['198.51.100.7:80', '198.51.100.7/32', '0198.51.100.7']) {
    const { status } = await p.try(dns.create, { domainId, name: 'typed2', type: 'A', content }, as);
    expect([content, status]).toEqual([content, 422]);
  }
});
