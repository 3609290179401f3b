import { existsSync, readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { apiKey } from '../../src/lib/contract/account/apiKey.ts';
import { auth } from '../../src/lib/contract/account/auth.ts';
import { team } from '../../src/lib/contract/account/team.ts';
import { serverConsole } from '../../src/lib/contract/cloud/serverConsole.ts';
import { allCalls, openapi } from '../../src/lib/contract/openapi.ts';
import { callName } from '../support/callInputs.ts';
import { sendWrong } from '../support/calls.ts';
import { startProvider } from '../support/provider.ts';
import { runs } from '../support/runs.ts';

test('each product line of the contract has its test suite', () => {
  const lines = readdirSync('src/lib/contract').filter(
    (name) => existsSync(`src/lib/contract/${name}/index.ts`) && readdirSync(`src/lib/contract/${name}`).length > 1,
  );
  expect(lines.length).toBeGreaterThan(0);
  for (const name of lines) expect(existsSync(`tests/contract/${name}.test.ts`), name).toBe(true);
});

describe('requests', () => {
  test('random input in every call never causes a 5xx', { timeout: 60_000 }, async () => {
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
      { numRuns: runs(300) },
    );
  });

  test('a malformed body is refused', async () => {
    const p = await startProvider();
    const token = await p.signIn();
    const bodies: [string, string, number][] = [
      ['{"a":', 'application/json', 400],
      ['[]', 'application/json', 422],
      ['['.repeat(100_000), 'application/json', 400],
      [`${'{"a":'.repeat(65)}1${'}'.repeat(65)}`, 'application/json', 400],
      ['name=x', 'application/x-www-form-urlencoded', 415],
      [`{"a":"${'x'.repeat(1024 * 1024)}"}`, 'application/json', 413],
    ];
    for (const [raw, type, status] of bodies) {
      const answer = await p.request('POST', '/domain/check', { token, raw, headers: { 'content-type': type } });
      expect([raw.slice(0, 20), answer.status]).toEqual([raw.slice(0, 20), status]);
      expect(answer.body.message).toBeTypeOf('string');
    }
  });

  test('a path that is no call is not found', async () => {
    const p = await startProvider();
    const token = await p.signIn();
    for (const path of ['/nope', '/dashboard', '/public/login', '/domain/list/', '//domain/list', '/domain/%6cist', '/DOMAIN/list'])
      expect([path, (await p.request('GET', path, { token })).status]).toEqual([path, 404]);
  });

  test('unknown fields are ignored', async () => {
    const p = await startProvider();
    const token = await p.signIn();
    const { profile } = await p.ok(auth.profile, {}, { token });
    await p.request('POST', '/auth/language', {
      token,
      body: { language: 'fa', staffRole: 'admin', email: 'x@y.example', balance: 1, userId: 'z' },
    });
    const after = await p.ok(auth.profile, {}, { token });
    expect(after.profile).toEqual({ ...profile, language: 'fa' });
  });
});

interface Described {
  description: string;
  type: string | string[];
  format?: string;
}

const isDescribed = (value: unknown): value is Described =>
  typeof value === 'object' && value !== null && 'type' in value && 'description' in value && typeof value.description === 'string';

/** Whether a description is of another type: “True if …” of a time, “Time of …” of a boolean, “Seconds …” of a date. */
function contradicts({ description, type, format }: Described): boolean {
  const isBoolean = [type].flat().includes('boolean');
  if (/^(True|False|Whether)\b|\b(true|false) (if|when)\b/i.test(description)) return !isBoolean;
  if (isBoolean)
    return /^(Times?|Dates?|Numbers?|Count|Lists?|Names?|IDs?|URL|Address(es)?|Seconds|Minutes|Hours|Days|Epoch)\b/.test(description);
  return format === 'date-time' && /^(Seconds|Minutes|Hours|Days|Numbers?|Count|Epoch|Milliseconds)\b/.test(description);
}

describe('OpenAPI', () => {
  const document = openapi('https://panel.example') as {
    paths: Record<string, Record<string, { security: unknown[]; operationId: string }>>;
    components: { schemas: Record<string, unknown> };
  };

  test('describes every call and which ones are public', () => {
    for (const call of allCalls()) {
      const operation = document.paths[call.path]?.[call.method.toLowerCase()];
      expect(operation?.operationId).toBe(callName(call));
      expect(operation?.security.length === 0).toBe(call.access === 'public');
    }
  });

  test('refers only to schemas that it contains', () => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(refs.length).toBeGreaterThan(10);
    for (const ref of refs) expect(document.components.schemas).toHaveProperty(ref.replace('#/components/schemas/', ''));
  });

  test('describes booleans, times and other values by their type', () => {
    const contradictions: string[] = [];
    JSON.stringify(document, (name, value: unknown) => {
      if (isDescribed(value) && contradicts(value)) contradictions.push(`${name}: ${value.description}`);
      return value;
    });
    expect(contradictions).toEqual([]);
  });

  test('describes no call as returning a token, except for API keys and console tickets', () => {
    // The token of a key is shown once, to who makes it; a ticket opens one console within a minute.
    const made = new Set<string>([apiKey.add.path, apiKey.roll.path, team.remove.path, serverConsole.open.path]);
    const others = Object.entries(document.paths).filter(([path]) => !made.has(path));
    expect(others.length).toBe(Object.keys(document.paths).length - made.size);
    const returned = JSON.stringify([others, document.components], (key, value) => (key === 'requestBody' ? undefined : value));
    expect(returned).not.toMatch(/"(token|deviceToken)":/);
    // Sign-in returns a session or a challenge.
    const login = JSON.stringify(document.paths['/auth/login']);
    expect(login).toContain('"session":');
    expect(login).toContain('#/components/schemas/Challenge');
  });
});
