import * as account from './account/index.ts';
import type { NamedCall } from './call.ts';
import * as cdn from './cdn/index.ts';
import * as cloud from './cloud/index.ts';
import * as core from './core/index.ts';
import type { LiveTopic } from './core/task.ts';
import * as finance from './finance/index.ts';
import * as operator from './operator/index.ts';
import * as support from './support/index.ts';

/** Every call of the API by group. A group is registered in the index of its product line; islands import the group's own file. */
export const contract = { ...cdn, ...cloud, ...finance, ...account, ...support, ...operator, ...core };
export type Contract = typeof contract;
export type GroupName = keyof Contract;

/** The live topic of every group, from its declaration. */
export const topics = Object.fromEntries(
  Object.entries(contract).map(([group, calls]) => [group, Object.values<NamedCall>(calls)[0]?.topic ?? null]),
) as Record<GroupName, LiveTopic | null>; // one entry per group
