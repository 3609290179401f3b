import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { OrderDraft } from '../../contract/cloud/serverOrder.ts';
import { orderDefaults, serverNames } from './order.ts';
import { orderCode } from './orderCode.ts';

const draft = {
  ...orderDefaults,
  nameServer: 'web',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what a shell and OpenTofu would fill in
  userData: "#!/bin/sh\necho 'it''s $HOME ${x} %{y}'\n",
  password: { type: 'custom' as const, value: 'correct horse battery' },
};

test('the JSON is a valid order, without the typed password', () => {
  const sent = OrderDraft.parse(JSON.parse(orderCode('json', draft, 'https://panel.example/api')));
  expect(sent).toMatchObject({
    plan: 'eco-2023',
    nameServer: 'web',
    userData: draft.userData,
    os: { id: 98, type: 'ubuntu', version: '22' },
  });
  for (const kind of ['json', 'curl', 'tofu'] as const) expect(orderCode(kind, draft, 'https://panel.example/api')).not.toContain('horse');
});

test('a shell passes the exact JSON to curl, whatever characters it contains', () => {
  const code = orderCode('curl', draft, 'https://panel.example/api');
  const script = `curl() { for last; do :; done; printf %s "$last"; }; uuidgen() { echo id; }; API_KEY=k\n${code}`;
  const sent = execFileSync('sh', ['-c', script], { encoding: 'utf8' });
  expect(`${sent}\n`).toBe(orderCode('json', draft, ''));
});

test('OpenTofu doesn’t evaluate templates in strings', () => {
  expect(orderCode('tofu', draft, 'https://panel.example/api')).toContain('$${x} %%{y}');
});

test('names of several servers are numbered', () => {
  expect(serverNames('web', 1)).toEqual(['web']);
  expect(serverNames('web', 3)).toEqual(['web-1', 'web-2', 'web-3']);
});
