import type { Area } from '../rules/core/areas.ts';
import * as cdn from './cdn/index.ts';
import * as cloud from './cloud/index.ts';
import * as finance from './finance/index.ts';
import * as support from './support/index.ts';

const areaOfGroup: Readonly<Record<string, Area>> = {
  ...Object.fromEntries(Object.keys(cdn).map((group) => [group, 'cdn'] as const)),
  ...Object.fromEntries(Object.keys(cloud).map((group) => [group, 'servers'] as const)),
  ...Object.fromEntries(Object.keys(finance).map((group) => [group, 'finance'] as const)),
  ...Object.fromEntries(Object.keys(support).map((group) => [group, 'support'] as const)),
  wallet: 'finance',
  cluster: 'clusters',
  payment: 'payments',
  autoTopUp: 'payments',
  ...Object.fromEntries(['space', 'spaceKey', 'spaceLifecycle', 'spaceObject', 'spaceVersion'].map((group) => [group, 'spaces'] as const)),
};

/** The area without which a provider has no calls of a group; undefined: every provider has them. */
export const groupArea = (group: string): Area | undefined => areaOfGroup[group];
