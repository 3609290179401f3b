import { expect, test } from 'vitest';
import { readRules, withRules } from './lifecycleRules.ts';

const of = (...rules: string[]) =>
  `<LifecycleConfiguration>${rules.map((rule) => `<Rule>${rule}</Rule>`).join('')}</LifecycleConfiguration>`;
const simple = '<ID>logs</ID><Prefix>logs/ </Prefix><Status>Enabled</Status><Expiration><Days>30</Days></Expiration>';
const tagged =
  '<ID>t</ID><Status>Disabled</Status><Filter><And><Prefix>a/</Prefix><Tag><Key>k</Key><Value>1</Value></Tag><Tag><Key>l</Key><Value>2</Value></Tag></And></Filter>' +
  '<Transition><Days>3</Days><StorageClass>GLACIER</StorageClass></Transition>';

test('rules that use more than the panel offers are named, and stay as they are', () => {
  const text = of(simple, tagged, '<Status>Enabled</Status><Filter/><Expiration><Date>2027-01-01T00:00:00.000Z</Date></Expiration>');
  const { rules, others } = readRules(text);
  expect(rules).toEqual([{ id: 'logs', isEnabled: true, prefix: 'logs/ ', expireDays: 30, noncurrentDays: null, abortDays: null }]);
  expect(others.map(({ id, isEnabled }) => [id, isEnabled])).toEqual([
    ['t', false],
    ['', true],
  ]);
  expect(others[0]?.elements).toContainEqual({ name: 'Transition/StorageClass', value: 'GLACIER' });
  const after = withRules(text, []) ?? '';
  expect(after).toContain(`<Rule>${tagged}</Rule>`);
  expect(readRules(after)).toMatchObject({ rules: [], others });
});

test('without a rule there is no configuration, and each change has its revision', () => {
  expect(withRules(of(simple), [])).toBeNull();
  expect(readRules(null).revision).not.toBe(readRules(of(simple)).revision);
  expect(readRules(of(simple)).revision).not.toBe(readRules(of(simple, simple)).revision);
  expect(readRules(of('<Status>Enabled</Status><Filter/><Expiration><Days>1</Days></Expiration>')).rules).toMatchObject([{ prefix: '' }]);
});
