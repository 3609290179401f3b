import { account, type accountKinds } from './account/index.ts';
import { cdn, type cdnKinds } from './cdn/index.ts';
import { cloud, type cloudKinds } from './cloud/index.ts';
import { core, type coreKinds } from './core/index.ts';
import type { Kinds, Manifest, Registry } from './core/manifest.ts';
import { finance, type financeKinds } from './finance/index.ts';
import { operator, type operatorKinds } from './operator/index.ts';
import { support, type supportKinds } from './support/index.ts';

/*
 * The product lines of the provider. Code outside of the lines reaches them through this registry. Demo data is seeded in the order of
 * `lines`: account first, because everything else belongs to an account.
 */
const lines: readonly Manifest[] = [account, core, cdn, cloud, finance, support, operator];

type LineKinds =
  | typeof accountKinds
  | typeof cdnKinds
  | typeof cloudKinds
  | typeof coreKinds
  | typeof financeKinds
  | typeof operatorKinds
  | typeof supportKinds;
/** Distributes over the lines: the kinds of any of them. */
type KindOf<L, T extends keyof Kinds> = L extends Kinds ? keyof L[T] : never;

export type JobKind = KindOf<LineKinds, 'jobs'>;
export type DesiredKind = KindOf<LineKinds, 'desired'>;
export type TaskKind = KindOf<LineKinds, 'tasks'>;

export const registry: Registry = {
  jobs: {
    ...account.jobs,
    ...cdn.jobs,
    ...cloud.jobs,
    ...core.jobs,
    ...finance.jobs,
    ...support.jobs,
    ...operator.jobs,
  },
  desired: {
    ...account.desired,
    ...cdn.desired,
    ...cloud.desired,
    ...core.desired,
    ...finance.desired,
    ...support.desired,
    ...operator.desired,
  },
  tasks: {
    ...account.tasks,
    ...cdn.tasks,
    ...cloud.tasks,
    ...core.tasks,
    ...finance.tasks,
    ...support.tasks,
    ...operator.tasks,
  },
  endpoints: Object.assign({}, ...lines.map(({ endpoints }) => endpoints)),
  logTitles: lines.flatMap(({ logTitles }) => logTitles ?? []),
  lines,
};
