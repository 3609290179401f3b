import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { isFault } from '../../core/fault.ts';
import { maxUserData, readUserData } from '../userData.ts';
import { readParts } from '../userDataParts.ts';
import { applications } from './applications.ts';
import { type RecipeTarget, withRecipe } from './recipe.ts';

const target: RecipeTarget = { application: 'wordpress', os: { type: 'debian', version: '12' }, isCopy: false, rescue: false };
const recipe = withRecipe(null, target) ?? '';
/** The parts that cloud-init finds in user data, which an order accepts. */
function partsOf(userData: string | null): string[] {
  expect(readUserData(userData ?? '')).toBe(userData);
  const parts = readParts(userData ?? '');
  if (isFault(parts)) throw new Error(parts.key);
  return parts;
}

describe.each(applications)('the recipe of $name', ({ id, file, ports }) => {
  const script = withRecipe(null, { ...target, application: id }) ?? '';

  test('is a script that a shell accepts', () => {
    expect(script).toMatch(/^#!\/bin\/sh\nset -eu\n/);
    execFileSync('sh', ['-n'], { input: script });
  });

  test('loads nothing but packages of the system', () => {
    expect(script).not.toMatch(/:\/\/|(?<!php-)\b(?:curl|wget|pip|npm|git|snap)\b|sources\.list|apt-key|--allow-unauthenticated/);
  });

  test('has no password, and leaves those that it generates to root', () => {
    for (const [, value] of script.matchAll(/[Pp]assword(?:: | ')([^'\n]+)/g)) expect(value).toMatch(/^\$\w+$/);
    if (file) expect(script).toContain(`install -m 600 /dev/null ${file}\n`);
  });

  test('names the ports that customers read', () => {
    for (const { port } of ports.filter((one) => one.port !== 80 && one.port !== 5432)) expect(script).toContain(`ListenPort = ${port}`);
  });
});

test('a server without an application has the customer’s user data unchanged', () => {
  for (const own of [null, '', '#!/bin/sh\ntrue\n']) expect(withRecipe(own, { ...target, application: null })).toBe(own);
});

test.each([
  ['a disk that is a copy', { isCopy: true }],
  ['the rescue system', { rescue: true }],
  ['a system that the application wasn’t run on', { os: { type: 'ubuntu', version: '24' } }],
])('nothing is installed on %s', (_name, change) => {
  expect(withRecipe('#!/bin/sh\ntrue\n', { ...target, ...change })).toBe('#!/bin/sh\ntrue\n');
});

test.each([
  ['a script', '#!/bin/sh\necho "سلام" --part--\n--part\n'],
  ['a configuration', '#cloud-config\npackages: [nginx]\n'],
])('%s of the customer follows the recipe', (_name, own) => {
  expect(partsOf(withRecipe(own, target))).toEqual([recipe, own]);
});

test('the parts of the customer’s MIME message follow it, with their headers and under their boundary', () => {
  const part = 'Content-Type: text/cloud-config\nMerge-Type: list(append)+dict(recurse_array)\n\n#cloud-config\nruncmd: [ls]';
  const own = `MIME-Version: 1.0\nContent-Type: multipart/mixed;\n boundary="a$&b"\n\n--a$&b\n${part}\n--a$&b\n\n#!/bin/sh\ntrue\n--a$&b--\n`;
  const merged = withRecipe(own, target);
  expect(partsOf(merged)).toEqual([recipe, '#cloud-config\nruncmd: [ls]', '#!/bin/sh\ntrue']);
  expect(merged).toContain(`\n--a$&b\n${part}\n--a$&b\n\n#!/bin/sh`);
});

test('the recipe’s file is the first in the order in which cloud-init runs scripts', () => {
  const [, name = ''] = /filename="([^"]+)"/.exec(withRecipe('#!/bin/sh\ntrue\n', target) ?? '') ?? [];
  expect(['runcmd', 'part-001', name].sort()[0]).toBe(name);
});

test('the longest user data of a customer fits into what a host accepts', () => {
  const own = `#!/bin/sh\n${'#'.repeat(maxUserData - 10)}`;
  expect(readUserData(own)).toBe(own);
  for (const { id } of applications) expect(withRecipe(own, { ...target, application: id })?.length).toBeLessThan(65_536);
});
