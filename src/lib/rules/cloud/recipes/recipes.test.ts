import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { maxUserData, readUserData } from '../userData.ts';
import { docker } from './docker.ts';
import { postgresql } from './postgresql.ts';
import { wireguard } from './wireguard.ts';
import { wordpress } from './wordpress.ts';

test.each(Object.entries({ docker, postgresql, wireguard, wordpress }))('%s is valid user data', (_name, { userData }) => {
  expect(readUserData(userData)).toBe(userData);
  // An order may add a part of its own.
  expect(userData.length).toBeLessThan(maxUserData / 2);
  const { packages, runcmd, write_files: files } = parse(userData, { version: '1.1' });
  expect(packages.length).toBeGreaterThan(0);
  expect(runcmd).toEqual([[files[0].path]]);
  expect(files[0].content).toMatch(/^#!\/bin\/sh\nset -eu\n/);
});
