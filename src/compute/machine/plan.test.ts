import { expect, test } from 'vitest';
import { makeServerSpec } from '../../../tests/support/compute.ts';
import type { ServerSpec } from '../../lib/rules/cloud/compute/spec.ts';
import { type AppliedServer, initialApplied } from '../state/applied.ts';
import { nextStep } from './plan.ts';

const running: AppliedServer = { ...initialApplied.servers, image: 1, disk: 2, power: 'on', cpu: 1, ram: 1, password: 1 };
const spec = (more: Partial<ServerSpec> = {}) => makeServerSpec('a', 2, { power: 'on', ...more });
const step = (more: Partial<ServerSpec> = {}, applied: Partial<AppliedServer> = {}) => nextStep(spec(more), { ...running, ...applied }, []);
const image = (mode: ServerSpec['image']['mode']) => ({ ...spec().image, count: 2, mode });
const size = { cpu: 1, ram: 1, disk: 2, diskType: 'ssd' as const };

test('nothing is done for a machine that is as it should be', () => {
  expect(step()).toBeNull();
  expect(step({ name: 'other', autopilot: false })).toBeNull();
  expect(step({ power: 'off' }, { power: 'off' })).toBeNull();
});

test('an installation writes the disk, then starts', () => {
  expect(step({}, initialApplied.servers)).toEqual({ do: 'write', phase: 'installingOs' });
  expect(step({}, { power: 'off', cause: 'installingOs' })).toEqual({ do: 'start', phase: 'installingOs' });
});

test.each([
  ['reload', 'reloading'],
  ['rebuild', 'rebuilding'],
  ['restore', 'restoring'],
] as const)('%s ends the machine first, without its system', (mode, phase) => {
  expect(step({ image: image(mode) })).toEqual({ do: 'stop', phase, cause: null, hard: true });
  expect(step({ image: image(mode) }, { power: 'off' })).toEqual({ do: 'write', phase });
});

test('a size on trial restarts the machine and leaves the disk; the disk grows when it is confirmed', () => {
  const larger = { ...size, ram: 2, disk: 9 };
  expect(step({ size: larger, trial: true })).toEqual({ do: 'stop', phase: 'resizing', cause: 'resizing', hard: false });
  expect(step({ size: larger, trial: true }, { ram: 2 })).toBeNull();
  expect(step({ size: larger }, { ram: 2 })).toEqual({ do: 'grow', phase: 'resizing' });
  expect(step({ size: larger }, { ram: 2, disk: 9 })).toBeNull();
});

test('a restart is soft or hard, and starts a system that has powered itself off', () => {
  expect(step({ boot: { count: 1, hard: false } })).toMatchObject({ do: 'stop', cause: 'restarting', hard: false });
  expect(step({ boot: { count: 1, hard: true } })).toEqual({ do: 'reset', phase: 'restarting' });
  expect(step({ boot: { count: 1, hard: true } }, { isHalted: true })).toMatchObject({ do: 'stop', cause: 'restarting', hard: true });
  expect(step({}, { isHalted: true })).toBeNull();
});

test('volumes leave before others come, and a password waits for the installed system', () => {
  expect(step({ volumes: ['b'] }, { volumes: ['a'] })).toMatchObject({ do: 'detachVolume', id: 'a' });
  expect(step({ volumes: ['b'] })).toMatchObject({ do: 'attachVolume', id: 'b' });
  const password = { count: 2, value: 'new' };
  expect(step({ password })).toEqual({ do: 'password', phase: 'changing' });
  expect(step({ password, rescue: true }, { rescue: true })).toBeNull();
  expect(step({ password, power: 'off' }, { power: 'off' })).toBeNull();
});
