import { expect, test } from 'vitest';
import { allCalls } from '../../../../lib/contract/openapi.ts';
import { locales } from '../../../../lib/i18n/locales.ts';
import { apiMarkdown } from './markdown.ts';
import { callRefusals, groupTitle, referenceGroups } from './reference.ts';
import { schemaFields } from './schema.ts';

const origin = 'https://portal.example';
const groups = referenceGroups(origin);
const call = (group: string, name: string) => {
  const found = groups.find(({ slug }) => slug === group)?.calls.find(({ slug }) => slug === name);
  if (!found) throw new Error(`${group}.${name}`);
  return found;
};
const field = (group: string, name: string, wanted: string) => call(group, name).fields.find((one) => one.name === wanted);

test('every call of the contract is listed once, with its own address', () => {
  expect(groups.flatMap(({ calls }) => calls.map(({ call: one }) => one.path))).toEqual(allCalls().map(({ path }) => path));
  for (const { calls } of groups) expect(new Set(calls.map(({ slug }) => slug)).size).toBe(calls.length);
});

test('a field has its type, limits, values, default, and whether it is optional', () => {
  expect(field('dns', 'create', 'type')).toMatchObject({ type: 'string', required: true, values: expect.arrayContaining(['"A"', '"MX"']) });
  expect(field('dns', 'create', 'ttl')).toMatchObject({
    type: '"auto" | integer',
    required: false,
    default: '"auto"',
    limits: { value: '1–2147483647' },
    about: 'Seconds (RFC 2181 section 8), or "auto".',
  });
  expect(field('dns', 'create', 'name')).toMatchObject({ limits: { characters: '1–1000' }, required: true });
  expect(field('dns', 'list', 'perPage')).toMatchObject({ type: 'integer', limits: { value: '1–200' }, required: false });
});

test('nested fields follow their parent', () => {
  expect(field('dns', 'batch', 'creates[].content')).toMatchObject({ depth: 1, required: true });
  expect(field('zone', 'import', 'file')).toMatchObject({ type: 'file', required: true });
  expect(call('dns', 'create').answer.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['record', 'record.id', 'warnings[].message']),
  );
  expect(call('auth', 'login').answer.map(({ name }) => name)).toContain('session.expiresAt');
  expect(call('auth', 'login').answer.map(({ name }) => name)).not.toContain('token');
  expect(call('task', 'stream').events.length).toBeGreaterThan(0);
});

test('a recursive schema terminates', () => {
  const schemas = { Node: { type: 'object', properties: { child: { $ref: '#/Node' } } } };
  expect(schemaFields({ properties: { node: { $ref: '#/Node' } } }, schemas).map(({ name }) => name)).toEqual(['node', 'node.child']);
});

test('examples are commands', () => {
  expect(call('dns', 'list').curl).toBe(
    `curl '${origin}/api/domain/dns/list?domainId=01930000-0000-7000-8000-00000000d001' \\\n  -b cookies.txt`,
  );
  expect(call('dns', 'create').curl).toContain(
    `-H 'Origin: ${origin}' \\\n  -H 'Content-Type: application/json' \\\n  -d '{\n  "domainId"`,
  );
  expect(call('zone', 'import').curl).toContain("-F 'file=@file.txt'");
  expect(call('domain', 'add').curl).toContain('Idempotency-Key');
  expect(call('auth', 'login').curl).toContain('-c cookies.txt');
});

test.each(locales)('in %s every group has a name and every error its text', (locale) => {
  for (const { slug, calls } of groups) {
    expect(groupTitle(slug, locale)).not.toBe(slug);
    for (const { call: one } of calls) for (const { code, message } of callRefusals(one, locale)) expect(message, code).not.toBe(code);
  }
  for (const group of groups) expect(apiMarkdown(group, locale)).toContain(group.calls[0]?.call.path);
});
