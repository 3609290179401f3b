import { expect, test } from 'vitest';
import { snapshot } from '../../../tests/support/calls.ts';
import { withHandler } from '../../../tests/support/handlers.ts';
import { startProvider } from '../../../tests/support/provider.ts';
import { auth } from '../../lib/contract/account/auth.ts';
import { plan } from '../../lib/contract/cdn/plan.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { CallCtx, Writing } from './implement.ts';

const entity = { type: 'profile', id: 'x', name: 'x' };
const rename = ({ tx }: Writing) => tx.updateTable('user').set({ firstName: 'Changed' }).execute();

async function started() {
  const p = await startProvider();
  const token = await p.signIn();
  return { p, send: () => p.try(auth.logout, {}, { token }) };
}

test.each([
  ['a call that writes no log entry', false, true],
  ['an output that the schema rejects', true, 'yes'],
])('%s fails before the commit', async (_name, isLogged, done) => {
  const { p, send } = await started();
  using _ = withHandler(auth.logout, (ctx) =>
    ctx.write(async (writing) => {
      await rename(writing);
      if (isLogged) await writing.log({ action: 'update', entity });
      return { done };
    }),
  );
  const before = await snapshot(p);
  expect((await send()).status).toBe(500);
  expect(await snapshot(p)).toBe(before);
});

test('a returned refusal is committed with its log entry, a thrown one rolls back', async () => {
  const { p, send } = await started();
  let mode: 'return' | 'throw' = 'throw';
  using _ = withHandler(auth.logout, (ctx) =>
    ctx.write(async (writing) => {
      await rename(writing);
      await writing.log({ action: 'update', entity });
      const refusal = new Refusal(409, 'error:versionConflict');
      if (mode === 'throw') throw refusal;
      return refusal;
    }),
  );
  const before = await snapshot(p);
  expect((await send()).status).toBe(409);
  expect(await snapshot(p)).toBe(before);
  mode = 'return';
  expect((await send()).status).toBe(409);
  expect(await snapshot(p)).not.toBe(before);
});

const once = (ctx: CallCtx) => ctx.write(({ log }) => log({ action: 'update', entity }).then(() => ({ done: true })));
test.each([
  ['writes twice', async (ctx: CallCtx) => once(ctx).then(() => once(ctx))],
  ["doesn't return the result of its transaction", async (ctx: CallCtx) => once(ctx).then(() => ({ done: true }))],
])('a handler that %s is a fault', async (_name, handler) => {
  const { send } = await started();
  using _ = withHandler(auth.logout, handler);
  expect((await send()).status).toBe(500);
});

test('a money call that failed or was refused stores no response under its key', async () => {
  const p = await startProvider();
  const token = await p.signIn();
  const { body: output } = await p.try(plan.activate, plan.activate.example, { token });
  let outcome: 'rejected' | 'refused' | 'ok' = 'rejected';
  using money = withHandler(plan.activate, (ctx) =>
    ctx.write(async ({ log }) => {
      await log({ action: 'update', entity });
      if (outcome === 'refused') return new Refusal(402, 'plan:error.balance');
      return outcome === 'rejected' ? { charged: 'nothing' } : output;
    }),
  );
  const send = () => p.try(plan.activate, plan.activate.example, { token, headers: { 'idempotency-key': 'one' } });
  expect((await send()).status).toBe(500);
  outcome = 'refused';
  expect((await send()).status).toBe(402);
  outcome = 'ok';
  expect(await send()).toMatchObject({ status: 200, body: output });
  outcome = 'refused';
  expect(await send()).toMatchObject({ status: 200, body: output });
  expect(money).toHaveBeenCalledTimes(4);
});
