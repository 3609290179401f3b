import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sayChange } from '../src/lib/changes.ts';
import { auth } from '../src/lib/contract/auth.ts';
import type { NamedCall } from '../src/lib/contract/call.ts';
import { demo } from '../src/lib/contract/fields.ts';
import { allCalls, openapi } from '../src/lib/contract/openapi.ts';
import { type Locale, locales } from '../src/lib/i18n/locales.ts';
import { translator } from '../src/lib/i18n/server.ts';
import { callsWith, nameOf, snapshot, zoneFile } from './support/calls.ts';
import { startProvider, type TestProvider } from './support/provider.ts';

const idFields = ['domainId', 'recordId', 'pageId', 'serverId', 'userId', 'verificationId', 'resetId', 'taskId'];
const namesIdOf = (call: NamedCall) => idFields.filter((field) => field in (call.example as object));
const filesOf = (call: NamedCall) => (call.body === 'multipart' ? { file: zoneFile() } : {});

/** Calls whose example holds a code, or an id that stands for one that a mail was sent for. */
const needsCode = new Set([
  'auth.registerVerify',
  'auth.registerResend',
  'auth.reset',
  'twoFactor.signInSendCode',
  'twoFactor.signInVerify',
  'twoFactor.enable',
  'twoFactor.disable',
  'twoFactor.regenerate',
]);

describe('every call', () => {
  test.each(callsWith(({ access }) => access === 'session'))('%s answers 401 without a session', async (_name, call) => {
    const p = await startProvider();
    const before = await snapshot(p);
    for (const token of [undefined, 'rubbish', `${'e30.'.repeat(2)}e30`]) {
      const { status, body } = await p.try(call, call.example, { token, ...filesOf(call) });
      expect(status).toBe(401);
      expect(body.message).toBe('Sign in to continue.');
    }
    expect(await snapshot(p)).toBe(before);
  });

  test.each(callsWith((call) => namesIdOf(call).length > 0 && call.access === 'session'))(
    '%s gives a stranger nothing and changes nothing',
    async (_name, call) => {
      const p = await startProvider();
      const stranger = await p.signIn(demo.second);
      const before = await snapshot(p);
      // The demo customer's ids, and ids that never were: both are answered alike.
      const foreign = await p.try(call, call.example, { token: stranger, ...filesOf(call) });
      const unknown = await p.try(
        call,
        { ...(call.example as object), domainId: 'nobody', recordId: 'nobody', serverId: 'nobody', userId: 'nobody', taskId: 'nobody' },
        { token: stranger, ...filesOf(call) },
      );
      expect(foreign.status).toBe(404);
      expect({ ...foreign.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
      expect(await snapshot(p)).toBe(before);
    },
  );

  test.each(callsWith(({ id }) => !needsCode.has(id.join('.'))))('%s works with the example of the documentation', async (_name, call) => {
    const p = await startProvider();
    const profile = await p.ok(auth.profile, {}, { token: await p.signIn() });
    const token = await p.signIn();
    const example = { ...(call.example as object), ...('userId' in (call.example as object) && { userId: profile.profile.id }) };
    const headers: Record<string, string> = nameOf(call) === 'auth.refresh' ? { lt: token } : {};
    const { status, body } = await p.try(call, example, { token, headers, ...filesOf(call) });
    // No servers exist before the cloud line does, and no task without work.
    expect([status, body.message]).toEqual(
      ['server.get', 'task.get'].includes(nameOf(call)) ? [404, 'Resource not found.'] : [200, undefined],
    );
  });

  test.each(callsWith(({ method }) => method === 'POST'))(
    '%s writes one entry in the change log, or changes nothing',
    async (_name, call) => {
      const p = await startProvider();
      const token = await p.signIn();
      const count = async () => (await p.store.reader.selectFrom('changeLog').select('id').orderBy('id').execute()).length;
      const [before, entries] = [await snapshot(p), await count()];
      const { status } = await p.try(call, call.example, { token, ...filesOf(call) });
      if (call.changes && status === 200 && !('dryRun' in (call.example as object))) expect(await count()).toBe(entries + 1);
      else if ((await count()) === entries) expect(await snapshot(p)).toBe(before);
      for (const { entityType, action } of await changesAfter(p, entries))
        for (const locale of locales) expectTitle(locale, entityType, action);
    },
  );
});

/** What an activity list shows of the newest entries; signing in and out stands in no list. */
async function changesAfter({ store }: TestProvider, entries: number) {
  const rows = await store.reader.selectFrom('changeLog').select(['entityType', 'action']).orderBy('id').execute();
  const hidden = ['signIn', 'signInRefused', 'secondStep', 'signOut', 'refresh'];
  const shown = rows.slice(entries).filter(({ action }) => !hidden.includes(action));
  // The other half of a pair is logged by the same call.
  return shown.flatMap((row) => (row.action.endsWith('deploy') ? ['deploy', 'undeploy'].map((action) => ({ ...row, action })) : [row]));
}

/** A list says what was changed in a sentence of its own: not "Changed", and no key of a text. */
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
    area: '',
    action,
    entity,
    domain: null,
  } as const;
  const { title } = sayChange(t, locale, { ...change, changes: [], complete: true });
  const general = (['create', 'update', 'delete', 'import', 'request'] as const).map((other) => t(`log:change.other.${other}`));
  expect(general, `${type}.${action} in ${locale}`).not.toContain(title);
  expect(title).not.toMatch(/[:{]|log\./);
}

/** Values that no field wants. */
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

async function sendWrong(p: TestProvider, call: NamedCall, input: unknown, token: string): Promise<void> {
  const { status, body } = await p.try(call, input, { token, ...filesOf(call) });
  expect(status, `${nameOf(call)} ${JSON.stringify(input).slice(0, 200)} → ${JSON.stringify(body).slice(0, 300)}`).toBeLessThan(500);
  if (status >= 400) {
    expect(body.message).toBeTypeOf('string');
    expect(body.requestId).toBeTypeOf('string');
  }
}

describe('bad input', () => {
  test.each(callsWith((call) => Object.keys(call.example as object).length > 0))(
    '%s: each field with each wrong value is 4xx or understood, never 5xx',
    async (_name, call) => {
      const p = await startProvider();
      const token = await p.signIn();
      for (const field of Object.keys(call.example as object)) {
        for (const value of wrong) await sendWrong(p, call, { ...(call.example as object), [field]: value }, token);
      }
    },
  );

  test.each(callsWith(({ body }) => body === 'json'))('%s: what is missing is named, in four languages', async (_name, call) => {
    const required = (call.input.toJSONSchema?.({ io: 'input' }) as { required?: string[] } | undefined)?.required ?? [];
    if (required.length === 0) return;
    const p = await startProvider();
    const token = await p.signIn();
    const before = await snapshot(p);
    const messages = new Set<string>();
    for (const locale of locales) {
      const { status, body } = await p.try(call, {}, { token, locale });
      expect(status).toBe(422);
      expect(Object.keys(body.fields ?? {}).sort()).toEqual([...required].sort());
      expect(body.message).toContain(Object.keys(body.fields ?? {})[0]);
      messages.add(String(body.message));
    }
    expect(messages.size).toBe(locales.length);
    expect(await snapshot(p)).toBe(before);
  });

  test('random junk in every call is never a 5xx', { timeout: 60_000 }, async () => {
    const p = await startProvider();
    const token = await p.signIn();
    const calls = allCalls().filter(({ body, id }) => body === 'json' && id[0] !== 'auth');
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...calls),
        fc.dictionary(
          fc.constantFrom('domainId', 'recordId', 'name', 'type', 'content', 'ttl', 'plan', 'confirm', '__proto__', 'constructor'),
          fc.anything({ maxDepth: 2 }),
        ),
        async (call, junk) => {
          const mixed = {
            ...(call.example as object),
            ...(JSON.parse(JSON.stringify(junk, (_, v) => (typeof v === 'bigint' ? String(v) : v)) ?? '{}') as object),
          };
          await sendWrong(p, call, mixed, token);
        },
      ),
      { numRuns: 300 },
    );
  });

  test.each([
    ['broken JSON', '{"a":', 'application/json', 400],
    ['a list', '[]', 'application/json', 422],
    ['nesting without end', `${'['.repeat(100_000)}`, 'application/json', 400],
    ['depth 65', `${'{"a":'.repeat(65)}1${'}'.repeat(65)}`, 'application/json', 400],
    ['another type', 'name=x', 'application/x-www-form-urlencoded', 415],
    ['more than 1 MB', `{"a":"${'x'.repeat(1024 * 1024)}"}`, 'application/json', 413],
  ])('%s is refused', async (_name, raw, type, status) => {
    const p = await startProvider();
    const token = await p.signIn();
    const answer = await p.request('POST', '/domain/check', { token, raw, headers: { 'content-type': type } });
    expect(answer.status).toBe(status);
    expect(answer.body.message).toBeTypeOf('string');
  });

  test.each(['/nope', '/dashboard', '/public/login', '/domain/list/', '//domain/list', '/domain/%6cist', '/DOMAIN/list'])(
    'GET %s is no call',
    async (path) => {
      const p = await startProvider();
      expect((await p.request('GET', path, { token: await p.signIn() })).status).toBe(404);
    },
  );

  test('fields that are not of a call have no effect', async () => {
    const p = await startProvider();
    const token = await p.signIn();
    const { profile } = await p.ok(auth.profile, {}, { token });
    await p.request('POST', '/auth/language', {
      token,
      body: { language: 'fa', isAdmin: true, email: 'x@y.example', balance: 1, userId: 'z' },
    });
    const after = await p.ok(auth.profile, {}, { token });
    expect(after.profile).toEqual({ ...profile, language: 'fa' });
  });
});

describe('OpenAPI', () => {
  const document = openapi('https://panel.example') as {
    paths: Record<string, Record<string, { security: unknown[]; operationId: string }>>;
    components: { schemas: Record<string, unknown> };
  };

  test('describes every call, and says which are public', () => {
    for (const call of allCalls()) {
      const operation = document.paths[call.path]?.[call.method.toLowerCase()];
      expect(operation?.operationId).toBe(nameOf(call));
      expect(operation?.security.length === 0).toBe(call.access === 'public');
    }
  });

  test('refers only to schemas that it holds', () => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(refs.length).toBeGreaterThan(10);
    for (const ref of refs) expect(document.components.schemas).toHaveProperty(ref.replace('#/components/schemas/', ''));
  });

  test('says of no call that it answers a token', () => {
    expect(JSON.stringify(document)).not.toMatch(/"(token|deviceToken)":/);
    // Sign-in answers one of two things.
    const login = JSON.stringify(document.paths['/auth/login']);
    expect(login).toContain('"session":');
    expect(login).toContain('#/components/schemas/Challenge');
  });
});
