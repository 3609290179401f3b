import { account } from './account/index.ts';
import { cdn } from './cdn/index.ts';
import { cloud } from './cloud/index.ts';
import { core } from './core/index.ts';
import type { Manifest } from './core/manifest.ts';
import type { Registry } from './core/registry.ts';
import { finance } from './finance/index.ts';
import { operator } from './operator/index.ts';
import { support } from './support/index.ts';

/*
 * The product lines of the provider. Code outside of the lines reaches them through this registry. Demo data is seeded in the order of
 * `lines`: account first, because everything else belongs to an account.
 */
const productLines: readonly Manifest[] = [account, core, cdn, cloud, finance, support, operator];

export const registry: Registry = {
  jobs: productLines.flatMap(({ jobs = [] }) => jobs),
  // It does not compile while a kind has no engine.
  desired: { ...cdn.desired, ...cloud.desired },
  endpoints: Object.assign({}, ...productLines.map(({ endpoints }) => endpoints)),
  logTitles: productLines.flatMap(({ logTitles }) => logTitles ?? []),
  lines: productLines,
};
