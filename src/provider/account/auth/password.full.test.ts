import { describe, expect, test } from 'vitest';
import { startProvider, type TestProvider } from '../../../../tests/support/provider.ts';
import { auth } from '../../../lib/contract/account/auth.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { checkPassword, hashPassword } from './passwords.ts';

const fresh = 'another-good-password';

const askFor = async (p: TestProvider, username: string = demo.email) => {
  const { reset } = await p.ok(auth.forgot, { username });
  const mail = await p.lastMail(username);
  return { resetId: reset.resetId, code: /\d{6}/.exec(mail?.subject ?? '')?.[0] ?? 'no mail' };
};

describe('reset', () => {
  test('after a sign-in with the old password and a reset at the same time, no session is left', async () => {
    const p = await startProvider();
    const { resetId, code } = await askFor(p);
    const [signIn] = await Promise.all([
      p.try(auth.login, { username: demo.email, password: demo.password }),
      p.ok(auth.reset, { resetId, code, newPassword: fresh }),
    ]);
    const alive = await p.store.reader.selectFrom('session').select('id').where('endedAt', 'is', null).execute();
    expect(alive).toEqual([]);
    if (signIn.status === 200) expect((await p.try(auth.profile, {}, { token: String(signIn.body.token) })).status).toBe(401);
  });
});

describe('passwords', () => {
  test('many at once all get a response', async () => {
    const hash = await hashPassword('right', 12);
    const answers = await Promise.all(Array.from({ length: 24 }, (_, i) => checkPassword(i % 2 ? 'right' : 'wrong', hash, 12)));
    expect(answers).toEqual(Array.from({ length: 24 }, (_, i) => i % 2 === 1));
  });
});
