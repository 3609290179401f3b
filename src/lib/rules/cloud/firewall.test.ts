import { expect, test } from 'vitest';
import { allowedSources, type ServerRule, sshPort, templateRules } from './firewall.ts';

const rule = (change: Partial<ServerRule>): ServerRule => ({
  direction: 'in',
  protocol: 'ipv4',
  transport: 'tcp',
  portFrom: sshPort,
  portTo: null,
  source: '0.0.0.0/0',
  action: 'allow',
  description: '',
  ...change,
});
const one = (...rules: Partial<ServerRule>[]) => [{ rules: rules.map(rule) }];

test.each([
  ['without a group nothing is blocked', [], ['0.0.0.0/0', '::/0']],
  ['the template for the web blocks it', [{ rules: templateRules('web', '') }], []],
  ['the template for SSH allows the address', [{ rules: templateRules('ssh', '192.0.2.9') }], ['192.0.2.9/32']],
  ['any group may allow it', [{ rules: templateRules('web', '') }, { rules: templateRules('ssh', '2001:db8::9') }], ['2001:db8::9/128']],
  [
    'a range of ports, and all ports',
    one({ portFrom: 1, portTo: 1024, source: '10.0.0.0/8' }, { portFrom: null }),
    ['10.0.0.0/8', '0.0.0.0/0'],
  ],
  ['any transport', one({ transport: 'any', portFrom: null }), ['0.0.0.0/0']],
  ['UDP and outgoing traffic don’t count', one({ transport: 'udp' }, { direction: 'out' }), []],
  ['a block above wins', one({ action: 'deny' }, {}), []],
  ['a block below doesn’t', one({}, { action: 'deny' }), ['0.0.0.0/0']],
  [
    'a block of the other protocol or of another range doesn’t',
    one({ action: 'deny', protocol: 'ipv6', source: '::/0' }, { action: 'deny', source: '10.0.0.0/8' }, {}),
    ['0.0.0.0/0'],
  ],
] as const)('where SSH is accepted from: %s', (_, groups, sources) => expect(allowedSources(groups, sshPort)).toEqual(sources));
