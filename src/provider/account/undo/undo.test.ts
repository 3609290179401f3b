import { describe, expect, test } from 'vitest';
import { startProvider, type TestProvider } from '../../../../tests/support/provider.ts';
import { updateStored } from '../../../../tests/support/stored.ts';
import { codeAt } from '../../../../tests/support/totp.ts';
import { enableTotp, lastEntry, mailedCode } from '../../../../tests/support/twoFactor.ts';
import { apiKey } from '../../../lib/contract/account/apiKey.ts';
import { auth } from '../../../lib/contract/account/auth.ts';
import { password } from '../../../lib/contract/account/password.ts';
import { profile } from '../../../lib/contract/account/profile.ts';
import { twoFactor } from '../../../lib/contract/account/twoFactor.ts';
import { undo } from '../../../lib/contract/account/undo.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { locales } from '../../../lib/i18n/locales.ts';
import { DAY, MINUTE } from '../../../lib/time.ts';

const tokenIn = (body: string | undefined) => /\/public\/undo\?token=(\S+)/.exec(body ?? '')?.[1] ?? 'none';
const mailedUndo = async (p: TestProvider, to: string = demo.email) => tokenIn((await p.lastMail(to))?.body);

/** Sets a new password with the code of an email, as its page leads to, and returns a token. */
async function reset(p: TestProvider, newPassword = 'another-long-one'): Promise<void> {
  const { reset } = await p.ok(auth.forgot, { username: demo.email });
  const code = await mailedCode(p);
  await p.ok(auth.reset, { resetId: reset.resetId, code, newPassword });
}
/** Gives the account another address, as its holder or a thief would. */
async function changeEmail(p: TestProvider, email: string, token: string): Promise<void> {
  const { verification } = await p.ok(profile.changeEmail, { email }, { token });
  await p.ok(profile.verify, { verificationId: verification.verificationId, code: await mailedCode(p, email) }, { token });
}
const signInStatus = async (p: TestProvider, word: string) => (await p.try(auth.login, { username: demo.email, password: word })).status;

describe('the link in an email about a change to sign-in', () => {
  test('undoes a second step that a thief turned on; the owner sets a new password and signs in without it', async () => {
    const p = await startProvider();
    const stolen = await p.signIn();
    await enableTotp(p, stolen);
    const token = await mailedUndo(p);
    expect((await p.ok(undo.get, { token })).undo).toMatchObject({ kind: 'twoFactor' });
    expect((await p.try(auth.profile, {}, { token: stolen })).status).toBe(200);
    await p.ok(undo.confirm, { token });
    expect(await lastEntry(p)).toMatchObject({ action: 'undo', entityType: 'securityChange' });
    expect((await p.try(auth.profile, {}, { token: stolen })).status).toBe(401);
    expect(await signInStatus(p, demo.password)).toBe(422);
    await reset(p);
    const session = await p.signIn(demo.email, 'another-long-one');
    expect((await p.ok(twoFactor.get, {}, { token: session })).twoFactor).toMatchObject({ totp: { enabled: false }, recoveryLeft: 0 });
  });

  test('brings back a second step that was turned off, with its recovery codes, but no code that was used', async () => {
    const p = await startProvider();
    const stolen = await p.signIn();
    const { secret, recoveryCodes } = await enableTotp(p, stolen);
    const used = codeAt(secret, p.clock.now);
    await p.ok(twoFactor.disable, { method: 'totp', code: used }, { token: stolen });
    await p.ok(undo.confirm, { token: await mailedUndo(p) });
    await reset(p);
    const login = await p.try(auth.login, { username: demo.email, password: 'another-long-one' });
    const { challengeId } = login.body.challenge as { challengeId: string }; // the second step is on
    const verify = (method: string, code: string) => p.try(twoFactor.signInVerify, { challengeId, method, code });
    expect((await verify('totp', used)).status).toBe(422);
    expect((await verify('recovery', recoveryCodes[0] ?? '')).status).toBe(200);
  });

  test('goes to the old email address and undoes what the thief did after that, with all emails to the new one', async () => {
    const p = await startProvider();
    const stolen = await p.signIn();
    await changeEmail(p, 'thief@new.example', stolen);
    const token = await mailedUndo(p);
    p.clock.now += MINUTE;
    await enableTotp(p, stolen);
    const key = await p.ok(apiKey.add, { name: 'later', access: { dns: 'read' } }, { token: stolen });
    const theirs = await mailedUndo(p, 'thief@new.example');
    const pending = await p.ok(auth.forgot, { username: 'thief@new.example' });
    const pendingCode = await mailedCode(p, 'thief@new.example');

    await p.ok(undo.confirm, { token });
    // A reset on its way to the thief, and their links and keys, no longer work.
    const late = await p.try(auth.reset, { resetId: pending.reset.resetId, code: pendingCode, newPassword: 'thiefs-own-one' });
    expect(late.status).toBe(422);
    expect((await p.try(undo.confirm, { token: theirs })).body.code).toBe('undo:error.over');
    expect((await p.try(auth.profile, {}, { token: key.token })).status).toBe(401);
    await reset(p);
    expect((await p.ok(auth.profile, {}, { token: await p.signIn(demo.email, 'another-long-one') })).profile.email).toBe(demo.email);
  });

  test('after a new password: nobody signs in with either until a third is set', async () => {
    const p = await startProvider();
    await p.ok(password.change, { currentPassword: demo.password, newPassword: 'a-thiefs-password' }, { token: await p.signIn() });
    await p.ok(undo.confirm, { token: await mailedUndo(p) });
    expect([await signInStatus(p, demo.password), await signInStatus(p, 'a-thiefs-password')]).toEqual([422, 422]);
    await reset(p, 'the-owners-new-one');
    expect(await signInStatus(p, 'the-owners-new-one')).toBe(200);
    // The reset notified the owner too.
    expect((await p.lastMail(demo.email))?.subject).toBe('Your password was changed');
  });

  test('works once, also when pressed twice at the same time, for 7 days, and only as it was sent', async () => {
    const p = await startProvider();
    await enableTotp(p, await p.signIn());
    const token = await mailedUndo(p);
    const both = await Promise.all([p.try(undo.confirm, { token }), p.try(undo.confirm, { token })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect((await p.try(undo.get, { token })).body.code).toBe('undo:error.over');
    expect((await p.try(undo.confirm, { token: `${token.slice(0, -2)}AA` })).status).toBe(422);

    const q = await startProvider();
    await enableTotp(q, await q.signIn());
    const old = await mailedUndo(q);
    q.clock.now += 7 * DAY;
    expect((await q.try(undo.confirm, { token: old })).body.code).toBe('undo:error.over');
  });

  test('is refused when another account has the old address by now', async () => {
    const p = await startProvider();
    const token = await p.signIn();
    await changeEmail(p, 'sara@new.example', token);
    const link = await mailedUndo(p);
    await updateStored(p, 'user', { email: demo.second }, { email: demo.email });
    expect((await p.try(undo.confirm, { token: link })).body.code).toBe('undo:error.taken');
    expect((await p.try(auth.profile, {}, { token })).status).toBe(200);
  });

  test.each(locales)('is in the email in %s', async (language) => {
    const p = await startProvider();
    await updateStored(p, 'user', { email: demo.email }, { language });
    await enableTotp(p, await p.signIn());
    const body = (await p.lastMail(demo.email))?.body ?? '';
    expect(body).not.toContain('{{');
    expect((await p.ok(undo.get, { token: tokenIn(body) })).undo.kind).toBe('twoFactor');
  });
});
