import { expect, test } from 'vitest';
import { listeningProcesses, startProvider, startSecond, type TestProvider } from '../../../tests/support/provider.ts';
import { auth } from '../../lib/contract/account/auth.ts';
import { contact } from '../../lib/contract/support/contact.ts';

test('a call without a session takes 16 KB, and the limit is told', async () => {
  const p = await startProvider();
  const raw = JSON.stringify({ username: 'x'.repeat(17_000), password: 'y' });
  const { status, body } = await p.request('POST', auth.login.path, { raw, headers: { 'content-type': 'application/json' } });
  expect([status, body.message]).toEqual([413, 'The request is larger than 16 KB.']);
});

test('calls without a session are counted by network before their body is read, and in a new minute again', async () => {
  const p = await startProvider();
  const send = (ip: string, body = '{') =>
    p.request('POST', contact.send.path, { raw: body, headers: { 'content-type': 'application/json' }, ip });
  for (let i = 0; i < 600; i++) if ((await send('2001:db8:5:5::1')).status !== 400) expect.fail('not counted as bad input');
  const full = await send('2001:db8:5:5::2');
  expect([full.status, full.headers.get('retry-after')]).toEqual([429, '60']);
  expect((await send('2001:db8:5:6::1')).status).toBe(400);
  p.clock.now += 60_000;
  expect((await send('2001:db8:5:5::1')).status).toBe(400);
});

test.runIf(process.env.TEST_DATABASE === 'postgres')('two processes add the calls that each other counts', async () => {
  const p = await startProvider();
  const other = await startSecond(p);
  const attempt = ({ provider }: TestProvider) => {
    try {
      provider.services.publicCalls.count('203.0.113.9', p.clock.now);
      return true;
    } catch {
      return false;
    }
  };
  await listeningProcesses(p, 2);
  let accepted = 0;
  for (let i = 0; i < 400; i++) {
    accepted += Number(attempt(p)) + Number(attempt(other));
    if (i % 10 === 9) await new Promise((done) => setTimeout(done, 30));
  }
  expect(accepted).toBeGreaterThanOrEqual(600);
  expect(accepted).toBeLessThan(680);
});
