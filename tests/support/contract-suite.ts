import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeChange } from '../../src/lib/changes.ts';
import { auth } from '../../src/lib/contract/account/auth.ts';
import type { Group, NamedCall } from '../../src/lib/contract/call.ts';
import { demo } from '../../src/lib/contract/fields.ts';
import { type Locale, locales } from '../../src/lib/i18n/locales.ts';
import { translator } from '../../src/lib/i18n/server.ts';
import { fieldLabel } from '../../src/provider/core/fieldLabel.ts';
import { filesOf, idFieldsOf, nameOf, sendWrong, snapshot } from './calls.ts';
import { startProvider, type TestProvider } from './provider.ts';

/** Calls whose example contains a code, an ID in place of an emailed one, or a missing file, so that it is refused. */
const needsCode = new Set([
  'auth.registerVerify',
  'auth.registerResend',
  'auth.reset',
  'profile.verify',
  'notificationSetting.unsubscribe',
  'undo.get',
  'undo.confirm',
  'twoFactor.signInSendCode',
  'twoFactor.signInVerify',
  'twoFactor.enable',
  'twoFactor.disable',
  'twoFactor.regenerate',
  'twoFactor.untrust',
  'team.resend',
  'team.revoke',
  'team.edit',
  'team.remove',
  'team.switch',
  'team.accept',
  'team.decline',
  'team.leave',
  'serverTransfer.accept',
  'serverTransfer.cancel',
  'device.remove',
  'allowedIp.remove',
  'auth.allowAddress',
  'passkey.add',
  'passkey.rename',
  'passkey.remove',
  'passkey.login',
  'upload.delete',
  // No refund of the demo data waits.
  'operatorPayment.decide',
  // Needs a signature.
  'payment.webhook',
  // No edge has reported a request.
  'why.report',
]);
/** Calls whose example is refused, because the demo data isn't in the required state. */
const needsState = new Set([
  // The operator sees nobody’s panel.
  'operatorView.end',
  // The demo customer has an unpaid invoice, and no account is being closed.
  'closing.request',
  'closing.cancel',
  // No zone is signed.
  'dnssec.disable',
  'dnssec.roll',
  'dnssec.cancelRoll',
  // No demo payment was paid.
  'operatorPayment.refund',
  'serverAction.unrescue',
  'serverAction.confirmResize',
  'serverAction.revertResize',
  'serverAction.retry',
  // It removes a primary address.
  'server.removeIp',
  // No server uses a space.
  'space.detach',
  'volume.retry',
]);
/** Calls whose example isn't found in the demo data: there is no task, attachment or version without activity. */
const findsNothing = new Set([
  'dataExport.download',
  'event.get',
  'team.invitation',
  'serverTransfer.incoming',
  'why.get',
  'operatorTicket.attachment',
  'log.get',
  'task.get',
  'task.cancel',
  'ticket.attachment',
  'version.diff',
  'version.undo',
  'version.restore',
]);

interface Shared {
  p: TestProvider;
  /** Signed in as the demo customer, and as a customer who owns none of the examples. */
  token: string;
  /** Of the demo customer. It differs between stores, unlike the IDs of the examples. */
  userId: string;
  stranger: string;
  operator: string;
}

/** Calls for operators only; an operator sends their examples. */
const isForOperators = ({ path }: NamedCall) => path.startsWith('/operator/');

/** One provider for all cases that change nothing; each compares the store before and after. */
function sharedProvider(): () => Shared {
  let shared: Shared | undefined;
  let end = async () => {};
  beforeAll(async () => {
    const p = await startProvider({
      onEnd: (stop) => {
        end = stop;
      },
    });
    const token = await p.signIn();
    const { profile } = await p.ok(auth.profile, {}, { token });
    shared = { p, token, userId: profile.id, stranger: await p.signIn(demo.second), operator: await p.signInOperator() };
  });
  afterAll(() => end());
  return () => {
    if (!shared) throw new Error('the shared provider has not started');
    return shared;
  };
}

/** Tests for every call of a product line: who may call, the example, the change log, invalid input. */
export function contractSuite(line: Record<string, Group>): void {
  const calls = Object.values(line).flatMap((group) => Object.values(group) as NamedCall[]);
  const those = (test: (call: NamedCall) => boolean): [string, NamedCall][] => calls.filter(test).map((call) => [nameOf(call), call]);
  const shared = sharedProvider();

  describe.runIf(those(({ access }) => access === 'session').length > 0)('access', () => {
    test.each(those(({ access }) => access === 'session'))('%s returns 401 without a session', async (_name, call) => {
      const { p } = shared();
      const before = await snapshot(p);
      for (const token of [undefined, 'rubbish', `${'e30.'.repeat(2)}e30`]) {
        const { status, body } = await p.try(call, call.example, { token, ...filesOf(call) });
        expect(status).toBe(401);
        expect(body.message).toBe('Sign in to continue.');
      }
      expect(await snapshot(p)).toBe(before);
    });

    test.each(those((call) => idFieldsOf(call).length > 0 && call.access === 'session'))(
      '%s gives a stranger nothing and changes nothing',
      async (_name, call) => {
        const { p, stranger: token } = shared();
        const before = await snapshot(p);
        // IDs of the demo customer and unknown IDs are refused alike.
        const example = { ...(idFieldsOf(call).includes('domainId') && { domainId: demo.domainId }), ...(call.example as object) };
        const nobody = Object.fromEntries(idFieldsOf(call).flatMap((field) => (field in example ? [[field, 'nobody']] : [])));
        const foreign = await p.try(call, example, { token, ...filesOf(call) });
        const unknown = await p.try(call, { ...example, ...nobody }, { token, ...filesOf(call) });
        expect(foreign.status).toBe(404);
        expect({ ...foreign.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
        expect(await snapshot(p)).toBe(before);
      },
    );
  });

  describe.runIf(those(isForOperators).length > 0)('operators', () => {
    test.each(those(isForOperators))('%s doesn’t exist for a customer', async (_name, call) => {
      const { p, token } = shared();
      const before = await snapshot(p);
      const { status, body } = await p.try(call, call.example, { token, ...filesOf(call) });
      expect([status, body.message]).toEqual([404, 'Resource not found.']);
      expect(await snapshot(p)).toBe(before);
    });
  });

  describe('example', () => {
    test.each(those(({ method }) => method === 'GET'))('%s works with the example of the documentation', async (_name, call) => {
      const { p, token: customer, operator, userId } = shared();
      const token = isForOperators(call) ? operator : customer;
      const { status, body } = await p.try(
        call,
        { ...(call.example as object), ...(idFieldsOf(call).includes('userId') && { userId }) },
        { token },
      );
      expect([status, body.message]).toEqual(findsNothing.has(nameOf(call)) ? [404, 'Resource not found.'] : [200, undefined]);
    });

    test.each(those(({ method }) => method === 'POST'))(
      '%s works with the example and writes one entry in the change log, or changes nothing',
      async (_name, call) => {
        const p = await startProvider();
        const token = isForOperators(call) ? await p.signInOperator() : await p.signIn();
        const count = async () => (await p.store.reader.selectFrom('changeLog').select('id').execute()).length;
        const [before, entries] = [await snapshot(p), await count()];
        const headers: Record<string, string> = nameOf(call) === 'auth.refresh' ? { lt: token } : {};
        const { status, body } = await p.try(call, call.example, { token, headers, ...filesOf(call) });
        if (needsState.has(nameOf(call))) expect(status).toBe(409);
        else if (!needsCode.has(nameOf(call)))
          expect([status, body.message]).toEqual(findsNothing.has(nameOf(call)) ? [404, 'Resource not found.'] : [200, undefined]);
        if (call.changes && status === 200 && !('dryRun' in (call.example as object))) expect(await count()).toBe(entries + 1);
        else if ((await count()) === entries) expect(await snapshot(p)).toBe(before);
        for (const { entityType, action } of await changesAfter(p, entries))
          for (const locale of locales) expectTitle(locale, entityType, action);
      },
    );
  });

  const withFields = (call: NamedCall) => Object.keys(call.example as object).length > 0;
  describe.runIf(those(withFields).length > 0)('bad input', () => {
    test.each(those(withFields))('%s: each field with each invalid value is 4xx or accepted, never 5xx', async (_name, call) => {
      // An accepted value may change something; reads don't.
      const p = call.method === 'GET' ? shared().p : await startProvider();
      const token = call.method === 'GET' ? shared().token : await p.signIn();
      for (const field of Object.keys(call.example as object))
        for (const value of wrong) await sendWrong(p, call, { ...(call.example as object), [field]: value }, token);
    });

    const required = (call: NamedCall) =>
      (call.input.toJSONSchema?.({ io: 'input' }) as { required?: string[] } | undefined)?.required ?? [];
    test.each(those((call) => call.body === 'json' && required(call).length > 0))(
      '%s: missing fields are named, in four languages',
      async (_name, call) => {
        const { p, token } = shared();
        const before = await snapshot(p);
        const messages = new Set<string>();
        for (const locale of locales) {
          const { status, body } = await p.try(call, {}, { token, locale });
          expect(status).toBe(422);
          expect(Object.keys(body.fields ?? {}).sort()).toEqual([...required(call)].sort());
          expect(body.message).toContain(fieldLabel(translator(locale), call.id[0], Object.keys(body.fields ?? {})[0] ?? ''));
          messages.add(String(body.message));
        }
        expect(messages.size).toBe(locales.length);
        expect(await snapshot(p)).toBe(before);
      },
    );
  });
}

/** The newest entries as in an activity list, without sign-ins and sign-outs. */
async function changesAfter({ store }: TestProvider, entries: number) {
  const rows = await store.reader.selectFrom('changeLog').select(['entityType', 'action']).orderBy('id').execute();
  const hidden = ['signIn', 'signInRefused', 'secondStep', 'signOut', 'refresh'];
  const shown = rows.slice(entries).filter(({ action }) => !hidden.includes(action));
  // The same call logs the opposite action.
  return shown.flatMap((row) => (row.action.endsWith('deploy') ? ['deploy', 'undeploy'].map((action) => ({ ...row, action })) : [row]));
}

/** Lists have a specific sentence for each change: neither the general "Changed" nor a text key. */
function expectTitle(locale: Locale, type: string, action: string): void {
  const t = translator(locale);
  const actor = { type: 'user', name: '' } as const;
  const entity = { type, id: 'x', name: 'x' };
  const change = {
    id: 'x',
    time: '2026-11-20T12:00:00.000Z',
    actor,
    via: 'panel',
    ip: '',
    group: '',
    action,
    entity,
    domain: null,
  } as const;
  const { title } = describeChange(t, locale, { ...change, changes: [], complete: true });
  const general = (['create', 'update', 'delete', 'import', 'request'] as const).map((other) => t(`log:change.other.${other}`));
  expect(general, `${type}.${action} in ${locale}`).not.toContain(title);
  expect(title).not.toMatch(/[:{]|log\./);
}

/** Values that no field accepts. */
const wrong: unknown[] = [
  null,
  [],
  {},
  { a: 1 },
  Number.MAX_VALUE,
  -1,
  0.1,
  '',
  ' ',
  'a'.repeat(70_000),
  '\u0000',
  '١٠٠',
  true,
  [[[]]],
  '../../etc',
  "'; drop table user; --",
  '{{7*7}}',
  '<script>alert(1)</script>',
];
