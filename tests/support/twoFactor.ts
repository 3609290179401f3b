import { auth, type Challenge } from '../../src/lib/contract/account/auth.ts';
import { twoFactor } from '../../src/lib/contract/account/twoFactor.ts';
import { demo } from '../../src/lib/contract/fields.ts';
import { MINUTE } from '../../src/lib/time.ts';
import { startProvider, type TestProvider } from './provider.ts';
import { codeAt } from './totp.ts';

/** Turns on the authenticator app for the token's user, and advances a minute, so that the next code is unused. */
export async function enableTotp(p: TestProvider, token: string): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { qr } = await p.ok(twoFactor.qr, {}, { token });
  const { recoveryCodes = [] } = await p.ok(twoFactor.enable, { method: 'totp', code: codeAt(qr.secret, p.clock.now) }, { token });
  p.clock.now += MINUTE;
  return { secret: qr.secret, recoveryCodes };
}

/** Credentials of the demo customer for the first step of sign-in. */
export const right = { username: demo.email, password: demo.password };
export const mobile = '+989121234567';

/** The change log, oldest first. */
export const entries = (p: TestProvider) => p.store.reader.selectFrom('changeLog').selectAll().orderBy('id').execute();
export const lastEntry = async (p: TestProvider) => (await entries(p)).at(-1);
/** A code that is not this one. */
export const other = (code: string) => (code === '000000' ? '000001' : '000000');
/** The code in a text; `none` when it has none. */
export const sixIn = (text: string | undefined) => /\d{6}/.exec(text ?? '')?.[0] ?? 'none';
/** The code in the last mail or text message to an address. */
export const mailedCode = async (p: TestProvider, to: string = demo.email) => {
  const letter = await p.lastMail(to);
  return sixIn(letter?.subject || letter?.body);
};
/** The status of the profile with a token: 200 for a session. */
export const profileWith = async (p: TestProvider, token: unknown) => (await p.try(auth.profile, {}, { token: String(token) })).status;

/** The first step of sign-in: the response to the right password. */
export async function requestChallenge(p: TestProvider, headers: Record<string, string> = {}, ip = '192.0.2.1'): Promise<Challenge> {
  const { status, body } = await p.try(auth.login, right, { headers, ip });
  if (status !== 200 || !body.challenge) throw new Error(`The password was answered with ${status}, not with a challenge`);
  return body.challenge as Challenge;
}
/** The second step of sign-in. */
export const verify = (p: TestProvider, { challengeId }: Challenge, method: string, code: string, more: object = {}, ip = '192.0.2.1') =>
  p.try(twoFactor.signInVerify, { challengeId, method, code, ...more }, { ip, headers: { 'user-agent': 'Firefox' } });

/** The demo customer with the authenticator app, an earlier session, and the current code. */
export async function withTotp() {
  const p = await startProvider();
  const token = await p.signIn();
  const { secret, recoveryCodes } = await enableTotp(p, token);
  return { p, token, secret, recoveryCodes, now: () => codeAt(secret, p.clock.now) };
}
/** Gives the demo customer a mobile number. */
export const addMobileNumber = (p: TestProvider) =>
  p.store.write('test', (tx) => tx.updateTable('user').set({ mobile }).where('email', '=', demo.email).execute());
/** The demo customer with email or text message codes as the second step; the next one can be sent immediately. */
export async function withSent(method: 'email' | 'sms') {
  const p = await startProvider();
  if (method === 'sms') await addMobileNumber(p);
  const token = await p.signIn();
  await p.ok(twoFactor.sendCode, { method }, { token });
  const to = method === 'email' ? demo.email : mobile;
  const { recoveryCodes = [] } = await p.ok(twoFactor.enable, { method, code: await mailedCode(p, to) }, { token });
  p.clock.now += MINUTE;
  return { p, token, to, recoveryCodes };
}
