import { describe, expect, test } from 'vitest';
import { describeChange } from '../../src/lib/changes.ts';
import { auth } from '../../src/lib/contract/account/auth.ts';
import type { Group, NamedCall } from '../../src/lib/contract/call.ts';
import { domain as domains } from '../../src/lib/contract/cdn/domain.ts';
import { demo } from '../../src/lib/contract/fields.ts';
import { type Locale, locales } from '../../src/lib/i18n/locales.ts';
import { translator } from '../../src/lib/i18n/server.ts';
import { fieldLabel } from '../../src/provider/core/fieldLabel.ts';
import { differences } from '../../src/provider/core/log/differences.ts';
import { inWords } from '../../src/provider/core/log/words.ts';
import { callName, describeInput, exampleUpload, isForOperators, listIdFields, withOutdatedVersion, withUnknownIds } from './callInputs.ts';
import { sendWrong, snapshot } from './calls.ts';
import { undeclared } from './declared.ts';
import { type Answer, startProvider, type TestProvider } from './provider.ts';
import { stored } from './stored.ts';

interface Shared {
  p: TestProvider;
  /** Signed in as the demo customer, and as a customer who owns none of the examples. */
  token: string;
  /** Of the demo customer. It differs between stores, unlike the IDs of the examples. */
  userId: string;
  stranger: string;
  /** Empty domains with every feature: of the stranger, and another one of the demo customer. */
  domains: { token: string; domainId: string }[];
  operator: string;
}

let started: Promise<Shared> | undefined;
/** One provider per worker for all cases that change nothing; each compares the store before and after. It ends with the run. */
const shared = (): Promise<Shared> => {
  started ??= (async () => {
    const p = await startProvider({ onEnd: () => {} });
    const token = await p.signIn();
    const { profile } = await p.ok(auth.profile, {}, { token });
    const stranger = await p.signIn(demo.second);
    const empty = await Promise.all(
      [stranger, token].map(async (owner, index) => {
        const added = { name: `empty-${index}.example`, plan: 'free', acceptTerms: true, termsVersion: '2026-11' } as const;
        const { domain } = await p.ok(domains.add, added, { token: owner });
        await p.store.write('t', (tx) =>
          tx.updateTable('domain').set({ plan: 'ent', status: 'active' }).where('id', '=', domain.id).execute(),
        );
        return { token: owner, domainId: domain.id };
      }),
    );
    return { p, token, userId: profile.id, stranger, domains: empty, operator: await p.signInOperator() };
  })();
  return started;
};

/** IDs that belong to no account. */
const isShared = new Set(['datacenterId', 'osId', 'departmentId']);

/**
 * Checks requests that must not change anything: `send` returns what is wrong with the response to a call, or undefined. Returns every
 * offender. The store is compared once for all calls; only where it differs, again after each one.
 */
async function offenders(calls: readonly NamedCall[], send: (call: NamedCall, shared: Shared) => Promise<unknown>): Promise<string[]> {
  const own = await shared();
  const wrong: string[] = [];
  const before = await snapshot(own.p);
  for (const call of calls) {
    const fault = await send(call, own);
    if (fault !== undefined) wrong.push(`${callName(call)}: ${JSON.stringify(fault)}`);
  }
  let last = await snapshot(own.p);
  if (last === before) return wrong;
  for (const call of calls) {
    await send(call, own);
    const now = await snapshot(own.p);
    if (now !== last) wrong.push(`${callName(call)} changes the store`);
    last = now;
  }
  return wrong.length > 0 ? wrong : ['one of the calls changed the store'];
}

/** Undefined where a response is as expected. */
const unless = (isRight: boolean, answer: Answer) => (isRight ? undefined : [answer.status, answer.body]);
const same = (one: Answer, other: Answer) =>
  one.status === other.status && JSON.stringify({ ...one.body, requestId: '' }) === JSON.stringify({ ...other.body, requestId: '' });

/** Tests for every call of a product line: who may call, the example, the change log, invalid input. */
export function contractSuite(line: Record<string, Group>): void {
  const calls = Object.values(line).flatMap((group) => Object.values(group) as NamedCall[]);
  const named = (test: (call: NamedCall) => boolean): [string, NamedCall][] => calls.filter(test).map((call) => [callName(call), call]);

  describe('access', () => {
    test('without a session, a call returns 401', async () => {
      const wrong = await offenders(
        calls.filter(({ access }) => access === 'session'),
        async (call, { p }) => {
          for (const token of [undefined, 'rubbish', `${'e30.'.repeat(2)}e30`]) {
            const answer = await p.try(call, call.example, { token, ...exampleUpload(call) });
            if (answer.status !== 401 || answer.body.message !== 'Sign in to continue.') return [answer.status, answer.body];
          }
          return undefined;
        },
      );
      expect(wrong).toEqual([]);
    });

    test('an ID of another customer is refused like an unknown one', async () => {
      const wrong = await offenders(
        calls.filter((call) => listIdFields(call).length > 0 && call.access === 'session'),
        async (call, { p, stranger: token }) => {
          const example = { ...(listIdFields(call).includes('domainId') && { domainId: demo.domainId }), ...(call.example as object) };
          const foreign = await p.try(call, example, { token, ...exampleUpload(call) });
          const unknown = await p.try(call, withUnknownIds(example, listIdFields(call)), { token, ...exampleUpload(call) });
          return unless(foreign.status === 404 && same(foreign, unknown), foreign);
        },
      );
      expect(wrong).toEqual([]);
    });

    test('so is an item of another domain, of another customer or one’s own', async () => {
      const itemsOf = (call: NamedCall) =>
        describeInput(call).fields.filter((field) => /Ids?$/.test(field) && !isShared.has(field) && field !== 'domainId');
      const inDomain = (call: NamedCall) => itemsOf(call).some((field) => field in (call.example as object));
      const wrong = await offenders(
        calls.filter((call) => call.access === 'session' && describeInput(call).fields.includes('domainId') && inDomain(call)),
        async (call, { p, domains: empty }) => {
          for (const { token, domainId } of empty) {
            const example: Record<string, unknown> = { ...(call.example as object), domainId };
            const foreign = await p.try(call, example, { token, ...exampleUpload(call) });
            const unknown = await p.try(call, withUnknownIds(example, itemsOf(call)), { token, ...exampleUpload(call) });
            if (foreign.status !== 404 || !same(foreign, unknown)) return [foreign.status, foreign.body];
          }
          return undefined;
        },
      );
      expect(wrong).toEqual([]);
    });

    test('for a customer, the calls of operators don’t exist', async () => {
      const wrong = await offenders(calls.filter(isForOperators), async (call, { p, token }) => {
        const answer = await p.try(call, call.example, { token, ...exampleUpload(call) });
        return unless(answer.status === 404 && answer.body.message === 'Resource not found.', answer);
      });
      expect(wrong).toEqual([]);
    });
  });

  describe('example', () => {
    test('a read works with the example of the documentation', async () => {
      const wrong = await offenders(
        calls.filter(({ method }) => method === 'GET'),
        async (call, { p, token: customer, operator, userId }) => {
          const input = { ...(call.example as object), ...(listIdFields(call).includes('userId') && { userId }) };
          const answer = await p.try(call, input, { token: isForOperators(call) ? operator : customer });
          return unless(answer.status === call.exampleStatus, answer);
        },
      );
      expect(wrong).toEqual([]);
    });

    const writes = named(({ method }) => method === 'POST');
    // A line may have reads only.
    if (writes.length > 0)
      test.each(writes)('%s works with the example and writes one entry in the change log, or changes nothing', async (_name, call) => {
        const p = await startProvider();
        const token = isForOperators(call) ? await p.signInOperator() : await p.signIn();
        const count = async () => (await p.store.reader.selectFrom('changeLog').select('id').execute()).length;
        const countOfSystem = async () => (await stored(p, 'changeLog', { actorType: 'system' })).length;
        const [before, entries, ofSystem] = [await snapshot(p), await count(), await countOfSystem()];
        const headers: Record<string, string> = callName(call) === 'auth.refresh' ? { lt: token } : {};
        const { status, body } = await p.try(call, call.example, { token, headers, ...exampleUpload(call) });
        expect(status, body.message).toBe(call.exampleStatus);
        expect(undeclared(call, { status, body })).toBeUndefined();
        // What the system stops or starts because of the call has entries of its own.
        const own = (await count()) - entries - ((await countOfSystem()) - ofSystem);
        if (call.changes && status === 200 && !('dryRun' in (call.example as object))) expect(own).toBe(1);
        else if ((await count()) === entries) expect(await snapshot(p)).toBe(before);
        for (const { entityType, action, ...row } of await changesAfter(p, entries))
          for (const locale of locales) {
            expectTitle(locale, entityType, action);
            expectNames(locale, row);
          }
      });
  });

  describe('bad input', () => {
    /** Sends invalid values for the fields of a call. An accepted value may change something; reads don't. */
    const sendInvalid = async (p: TestProvider, token: string, call: NamedCall, values: (field: number) => readonly unknown[]) => {
      for (const [index, field] of Object.keys(call.example as object).entries())
        for (const value of values(index)) await sendWrong(p, call, { ...(call.example as object), [field]: value }, token);
    };

    test('an invalid value is 4xx or accepted, never 5xx', { timeout: 120_000 }, async () => {
      const p = await startProvider();
      const token = await p.signIn();
      // The full run sends each value to each field, on a new store per call; this one sends each field some of them.
      let next = 0;
      for (const call of calls) await sendInvalid(p, token, call, () => [0, 1].map(() => wrong[next++ % wrong.length]));
    });
    if (process.env.FULL)
      test.each(named(({ example }) => Object.keys(example as object).length > 0))(
        '%s: each field with each invalid value is 4xx or accepted, never 5xx',
        async (_name, call) => {
          const own = call.method === 'GET' ? await shared() : undefined;
          const p = own?.p ?? (await startProvider());
          await sendInvalid(p, own?.token ?? (await p.signIn()), call, () => wrong);
        },
      );

    test('missing fields are named, in four languages', async () => {
      const wrong = await offenders(
        calls.filter((call) => call.body === 'json' && describeInput(call).required.length > 0),
        async (call, { p, token: customer, operator }) => {
          const token = isForOperators(call) ? operator : customer;
          const { required } = describeInput(call);
          const messages = new Set<string>();
          for (const locale of locales) {
            const answer = await p.try(call, {}, { token, locale });
            const fields = Object.keys(answer.body.fields ?? {});
            const isNamed = String(answer.body.message).includes(fieldLabel(translator(locale), call.id[0], fields[0] ?? ''));
            if (answer.status !== 422 || !isNamed || fields.sort().join() !== [...required].sort().join())
              return [answer.status, answer.body];
            messages.add(String(answer.body.message));
          }
          return messages.size === locales.length ? undefined : [...messages];
        },
      );
      expect(wrong).toEqual([]);
    });

    test('an outdated version is a conflict', async () => {
      const wrong = await offenders(
        // An example of something that the demo data doesn't have is not found.
        calls.filter(
          ({ method, example, exampleStatus }) => method === 'POST' && exampleStatus !== 404 && 'version' in (example as object),
        ),
        async (call, { p, token: customer, operator }) => {
          const input = withOutdatedVersion(call.example as { version: unknown });
          const answer = await p.try(call, input, { token: isForOperators(call) ? operator : customer });
          return unless(answer.status === 409, answer);
        },
      );
      expect(wrong).toEqual([]);
    });
  });
}

/** The newest entries as in an activity list, without sign-ins and sign-outs. */
async function changesAfter({ store }: TestProvider, entries: number) {
  const rows = await store.reader
    .selectFrom('changeLog')
    .select(['entityType', 'action', 'group', 'before', 'after'])
    .orderBy('id')
    .execute();
  const hidden = ['signIn', 'signInRefused', 'secondStep', 'signOut', 'refresh'];
  const shown = rows.slice(entries).filter(({ action }) => !hidden.includes(action));
  // The same call logs the opposite action.
  return shown.flatMap((row) => (row.action.endsWith('deploy') ? ['deploy', 'undeploy'].map((action) => ({ ...row, action })) : [row]));
}

/** The audit log has a name for each field, and words for states. */
function expectNames(locale: Locale, { group, before, after }: { group: string; before: string | null; after: string | null }): void {
  const unnamed = inWords(translator(locale), group, differences(before, after)).filter(({ field, label, afterText }) =>
    label.toLowerCase().replaceAll(' ', '') === field.toLowerCase().replaceAll('_', '') && !/^[A-Z]/.test(label)
      ? true
      : label.includes('{{') || /^(pending|active)[A-Z]/.test(afterText ?? ''),
  );
  expect(
    unnamed.map(({ field }) => field),
    `${group} in ${locale}`,
  ).toEqual([]);
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
