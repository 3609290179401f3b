import { expect, test } from 'vitest';
import { checkUserData, maxUserData } from './userData.ts';

test.each([
  ['nothing', ''],
  ['a configuration', '#cloud-config\npackages:\n  - nginx\n'],
  ['a configuration with Windows line ends', '#cloud-config\r\npackages: [nginx]\r\n'],
  ['a configuration that says nothing', '#cloud-config\n'],
  ['a script', '#!/bin/sh\napt-get update\n'],
])('%s is accepted', (_name, text) => {
  expect(checkUserData(text)).toBeNull();
});

test.each([
  ['no first line', 'packages: [nginx]', 'serverOrder:error.userDataStart', {}],
  ['an interpreter without a name', '#!', 'serverOrder:error.userDataStart', {}],
  ['a list', '#cloud-config\n- a\n', 'serverOrder:error.yamlMap', {}],
  ['a tab as indent', '#cloud-config\nruncmd:\n\t- ls\n', 'serverOrder:error.yaml', { line: 3 }],
  ['a bracket that stays open', '#cloud-config\npackages: [a, b\n', 'serverOrder:error.yaml', {}],
  ['a key twice', '#cloud-config\na: 1\na: 2\n', 'serverOrder:error.yaml', { line: 3 }],
  ['too much', `#!/bin/sh\n${'#'.repeat(maxUserData)}`, 'serverOrder:error.userDataLong', { max: 16 }],
])('%s is refused', (_name, text, key, params) => {
  expect(checkUserData(text)).toMatchObject({ key, params });
});

test('aliases that would expand to gigabytes aren’t expanded', () => {
  const levels = Array.from({ length: 12 }, (_, i) => `a${i + 1}: &a${i + 1} [${Array(9).fill(`*a${i}`).join(',')}]`);
  expect(checkUserData(`#cloud-config\na0: &a0 [x]\n${levels.join('\n')}\n`)).toBeNull();
});
