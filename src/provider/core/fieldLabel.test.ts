import { expect, test } from 'vitest';
import { startProvider } from '../../../tests/support/provider.ts';
import { rateLimit } from '../../lib/contract/cdn/rateLimit.ts';
import { demo } from '../../lib/contract/fields.ts';
import { withoutMarks } from '../../lib/format/isolate.ts';
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
    expect(withoutMarks(body.message)).toBe(`${label}${body.fields?.title}`);
  }
});

test('a field of a list item has the label of the field; one without a label keeps its name', () => {
  const t = translator('en');
  expect(fieldLabel(t, 'cluster', 'servers.1.address')).toBe(t('cluster:form.address'));
  expect(fieldLabel(t, 'dns', 'ttl')).toBe('TTL');
  expect(fieldLabel(t, 'nothing', 'unheardOf')).toBe('unheardOf');
});
