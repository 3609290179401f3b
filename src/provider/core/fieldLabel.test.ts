import { expect, test } from 'vitest';
import { z } from 'zod';
import { startProvider } from '../../../tests/support/provider.ts';
import type { NamedCall } from '../../lib/contract/call.ts';
import { rateLimit } from '../../lib/contract/cdn/rateLimit.ts';
import { demo } from '../../lib/contract/fields.ts';
import { contract } from '../../lib/contract/index.ts';
import { withoutMarks } from '../../lib/format/isolate.ts';
import { locales } from '../../lib/i18n/locales.ts';
import { translator } from '../../lib/i18n/server.ts';
import { fieldLabel } from './fieldLabel.ts';

test('a refusal names the field by the label of its form, in the language of the caller', async () => {
  const p = await startProvider();
  const token = await p.signIn();
  const input = { domainId: demo.domainId, ruleId: demo.rateLimitIds[0], title: 'a'.repeat(101) };
  for (const [locale, label] of [
    ['en', 'Title: '],
    ['fa', `${translator('fa')('rateLimit:field.title')}: `],
  ] as const) {
    const { status, body } = await p.try(rateLimit.update, input, { token, locale });
    expect(status).toBe(422);
    expect(withoutMarks(String(body.message))).toBe(`${label}${body.fields?.title}`);
  }
});

test('a field of a list item has the label of the field; one without a label keeps its name', () => {
  const t = translator('en');
  expect(fieldLabel(t, 'cluster', 'servers.1.address')).toBe(t('cluster:form.address'));
  expect(fieldLabel(t, 'dns', 'ttl')).toBe('TTL');
  expect(fieldLabel(t, 'nothing', 'unheardOf')).toBe('unheardOf');
});

/** The names of all fields in a JSON schema. */
function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) =>
    key === 'properties' ? Object.entries(value as object).flatMap(([name, own]) => [name, ...namesIn(own)]) : namesIn(value),
  );
}

/** What only programs send: IDs, versions, pages, kinds of uploads, and the data of passkeys. People read no refusal of it. */
const sentByPrograms = new Set([
  ...['id', 'ids', 'version', 'zoneVersion', 'seenVersion', 'revision', 'base', 'dryRun', 'returnTo'],
  ...['page', 'perPage', 'cursor', 'before', 'offset', 'sort', 'q', 'use'],
  ...['credential', 'response', 'attestationObject', 'authenticatorData', 'clientDataJSON', 'signature', 'transports', 'userHandle'],
]);

test.each(locales)('in %s every field that a person fills in has a label', (locale) => {
  const t = translator(locale);
  const missing = Object.entries(contract).flatMap(([group, calls]) => {
    const names = (Object.values(calls) as NamedCall[]).flatMap(({ input }) =>
      namesIn(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })),
    );
    const shown = [...new Set(names)].filter((name) => !sentByPrograms.has(name) && !/Ids?$/.test(name));
    return shown.filter((name) => fieldLabel(t, group, name) === name).map((name) => `${group}.${name}`);
  });
  expect(missing).toEqual([]);
});
