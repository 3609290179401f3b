import { expect, test } from 'vitest';
import { startProvider, type TestProvider } from '../../../../tests/support/provider.ts';
import { slowRequest } from '../../../../tests/support/slowRequest.ts';
import { stored } from '../../../../tests/support/stored.ts';
import { apiKey } from '../../../lib/contract/account/apiKey.ts';
import { device } from '../../../lib/contract/account/device.ts';
import { password } from '../../../lib/contract/account/password.ts';
import { firewallGroup } from '../../../lib/contract/cdn/firewallGroup.ts';
import { zone } from '../../../lib/contract/cdn/zone.ts';
import { demo } from '../../../lib/contract/fields.ts';

const file = () => new File(['late 300 IN A 203.0.113.9\n'], 'zone.txt', { type: 'text/plain' });
const upload = { domainId: demo.domainId, usage: 'zone' };

/** What a caller can lose while a request of theirs is still being received, and how. */
const ends: [string, (p: TestProvider) => Promise<{ token: string; end(): Promise<unknown> }>][] = [
  [
    'a session that its owner ends on another device',
    async (p) => {
      const token = await p.signIn();
      const owner = await p.signIn();
      return { token, end: () => p.ok(device.removeOthers, {}, { token: owner }) };
    },
  ],
  [
    'a session that a new password ends',
    async (p) => {
      const token = await p.signIn();
      const owner = await p.signIn();
      const change = { currentPassword: demo.password, newPassword: 'another-long-one' };
      return { token, end: () => p.ok(password.change, change, { token: owner }) };
    },
  ],
  [
    'a deleted API key',
    async (p) => {
      const owner = await p.signIn();
      const { apiKey: key, token } = await p.ok(apiKey.add, { name: 'k', access: { dns: 'write', firewall: 'write' } }, { token: owner });
      return { token, end: () => p.ok(apiKey.remove, { apiKeyId: key.id }, { token: owner }) };
    },
  ],
];

test.each(ends)('%s changes nothing more with requests that were received in part', async (_name, start) => {
  const p = await startProvider();
  const { token, end } = await start(p);
  const requests = [
    await slowRequest(p, zone.import, upload, { token, file: file() }),
    await slowRequest(p, firewallGroup.add, { title: 'Late', ipAddresses: ['192.0.2.1'] }, { token }),
  ];
  await end();
  const { length } = await stored(p, 'changeLog');
  const answers = await Promise.all(requests.map((request) => request.finish()));
  expect(answers.map(({ status }) => status)).toEqual([401, 401]);
  expect((await stored(p, 'changeLog')).length).toBe(length);
});
