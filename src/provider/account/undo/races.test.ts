import { expect, test } from 'vitest';
import { startProvider, type TestProvider } from '../../../../tests/support/provider.ts';
import { slowRequest } from '../../../../tests/support/slowRequest.ts';
import { storedOne } from '../../../../tests/support/stored.ts';
import { entries, mailedCode } from '../../../../tests/support/twoFactor.ts';
import { apiKey } from '../../../lib/contract/account/apiKey.ts';
import { auth } from '../../../lib/contract/account/auth.ts';
import { profile } from '../../../lib/contract/account/profile.ts';
import { twoFactor } from '../../../lib/contract/account/twoFactor.ts';
import { undo } from '../../../lib/contract/account/undo.ts';
import { demo } from '../../../lib/contract/fields.ts';

const mailedUndo = async (p: TestProvider, to: string) => /\/public\/undo\?token=(\S+)/.exec((await p.lastMail(to))?.body ?? '')?.[1] ?? '';
/** A change of the address that only has to be confirmed. */
async function started(p: TestProvider, token: string, email: string) {
  const { verification } = await p.ok(profile.changeEmail, { email }, { token });
  return { verificationId: verification.verificationId, code: await mailedCode(p, email) };
}
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();
const readEmail = async (p: TestProvider, id: string) => (await storedOne(p, 'user', { id })).email;

test('an email change that is confirmed twice at once takes effect once; of two changes, the later one counts', async () => {
  const p = await startProvider();
  const token = await p.signIn();
  const one = await started(p, token, 'one@new.example');
  expect(statuses(await Promise.all([p.try(profile.verify, one, { token }), p.try(profile.verify, one, { token })]))).toEqual([200, 422]);
  const two = await started(p, token, 'two@new.example');
  const three = await started(p, token, 'three@new.example');
  expect(statuses(await Promise.all([two, three].map((change) => p.try(profile.verify, change, { token }))))).toEqual([200, 200]);
  const changes = (await entries(p)).filter(({ action, entityType }) => action === 'update' && entityType === 'profile').slice(-3);
  const read = changes.map(({ before, after }) => [JSON.parse(before ?? '{}').email, JSON.parse(after ?? '{}').email]);
  const { id } = await storedOne(p, 'user', { email: read[2]?.[1] });
  // Each change is from the address before it, where its undo link was sent.
  expect(read.map(([before]) => before)).toEqual([demo.email, read[0]?.[1], read[1]?.[1]]);
  for (const [before = ''] of read) expect(await mailedUndo(p, before)).not.toBe('');
  const last = await mailedUndo(p, read[2]?.[0] ?? '');
  const first = await mailedUndo(p, demo.email);
  // The links of two changes at the same time: the first change is undone either way.
  const links = await Promise.all([last, first].map((link) => p.try(undo.confirm, { token: link })));
  if (links[1]?.status !== 200) await p.ok(undo.confirm, { token: first });
  expect(await readEmail(p, id)).toBe(demo.email);
});

test('a later change whose request began earlier doesn’t end the link of the change before it', async () => {
  const p = await startProvider();
  const stolen = await p.signIn();
  const { id } = await storedOne(p, 'user', { email: demo.email });
  const [one, two] = [await started(p, stolen, 'one@new.example'), await started(p, stolen, 'two@new.example')];
  const slow = await slowRequest(p, profile.verify, two, { token: stolen });
  p.clock.now += 1000;
  await p.ok(profile.verify, one, { token: stolen });
  expect((await slow.finish()).status).toBe(200);
  await p.ok(undo.confirm, { token: await mailedUndo(p, 'one@new.example') });
  await p.ok(undo.confirm, { token: await mailedUndo(p, demo.email) });
  expect(await readEmail(p, id)).toBe(demo.email);
});

test('two accounts that claim an address at the same time: one gets it', async () => {
  const p = await startProvider();
  const tokens = [await p.signIn(), await p.signIn(demo.second)] as const;
  const changes: Awaited<ReturnType<typeof started>>[] = [];
  for (const token of tokens) {
    changes.push(await started(p, token, 'shared@new.example'));
    p.clock.now += 61_000;
  }
  const answers = await Promise.all(tokens.map((token, i) => p.try(profile.verify, changes[i], { token })));
  expect(statuses(answers)).toEqual([200, 422]);
});

test('a code for a new password that was sent to the address before a change is no longer valid after it', async () => {
  const p = await startProvider();
  const token = await p.signIn();
  const { reset } = await p.ok(auth.forgot, { username: demo.email });
  const code = await mailedCode(p);
  await p.ok(profile.verify, await started(p, token, 'new@new.example'), { token });
  const late = await p.try(auth.reset, { resetId: reset.resetId, code, newPassword: 'an-old-mailbox-one' });
  expect(late).toMatchObject({ status: 422, body: { fields: { code: expect.anything() } } });
  expect((await p.try(auth.login, { username: 'new@new.example', password: demo.password })).status).toBe(200);
});

test('a change of the address that was waiting while the password was reset isn’t confirmed', async () => {
  const p = await startProvider();
  const stolen = await p.signIn();
  const change = await started(p, stolen, 'thief@new.example');
  const slow = await slowRequest(p, profile.verify, change, { token: stolen });
  const { reset } = await p.ok(auth.forgot, { username: demo.email });
  await p.ok(auth.reset, { resetId: reset.resetId, code: await mailedCode(p), newPassword: 'another-long-one' });
  expect((await slow.finish()).status).toBe(401);
  expect((await p.try(auth.login, { username: demo.email, password: 'another-long-one' })).status).toBe(200);
});

test('while a change is undone, the thief’s requests on their way change nothing after it', async () => {
  const p = await startProvider();
  const stolen = await p.signIn();
  const { id } = await storedOne(p, 'user', { email: demo.email });
  await p.ok(profile.verify, await started(p, stolen, 'thief@new.example'), { token: stolen });
  const link = await mailedUndo(p, demo.email);
  const again = await started(p, stolen, 'again@new.example');
  const slow = [
    await slowRequest(p, profile.verify, again, { token: stolen }),
    await slowRequest(p, apiKey.add, { name: 'late', access: { dns: 'write' } }, { token: stolen }),
    await slowRequest(p, twoFactor.qr, {}, { token: stolen }),
  ];
  await p.ok(undo.confirm, { token: link });
  expect(statuses(await Promise.all(slow.map((request) => request.finish())))).toEqual([401, 401, 404]);
  expect(await readEmail(p, id)).toBe(demo.email);
});

test('a change that is confirmed and an earlier one that is undone, at the same time: the owner has the account', async () => {
  for (const order of [0, 1]) {
    const p = await startProvider();
    const stolen = await p.signIn();
    const { id } = await storedOne(p, 'user', { email: demo.email });
    await p.ok(profile.verify, await started(p, stolen, 'thief@new.example'), { token: stolen });
    const link = await mailedUndo(p, demo.email);
    const again = await started(p, stolen, 'again@new.example');
    const calls = [
      () => p.try(undo.confirm, { token: link }),
      () => p.try(profile.verify, again, { token: stolen }),
      () => p.try(apiKey.add, { name: 'late', access: { dns: 'write' } }, { token: stolen }),
      () => p.try(undo.confirm, { token: link }),
    ];
    const answers = await Promise.all((order === 0 ? calls : calls.toReversed()).map((call) => call()));
    // 404: the undo has removed the change that is being confirmed.
    expect(
      answers.every(({ status }) => [200, 401, 404, 409, 422].includes(status)),
      JSON.stringify(answers),
    ).toBe(true);
    // The address changed between the check of the link and its lock: it is repeated.
    await p.try(undo.confirm, { token: link });
    expect(await readEmail(p, id)).toBe(demo.email);
    expect((await p.store.reader.selectFrom('apiKey').select('id').where('name', '=', 'late').execute()).length).toBe(0);
    expect((await p.try(auth.profile, {}, { token: stolen })).status).toBe(401);
  }
});
