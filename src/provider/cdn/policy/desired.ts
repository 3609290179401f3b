import { ruleCalls } from '../../../lib/rules/cdn/edge/ruleLists.ts';
import { domainForJob } from '../../db/owned.ts';
import type { Tx } from '../../db/schema.ts';
import type { Driver, Snapshot } from '../../drivers/driver.ts';
import type { DesiredState } from '../../jobs/desired.ts';
import { renewRules } from '../edge/index.ts';
import { loadPolicy } from './policy.ts';

/** What edges do with requests for a domain. The entity is the domain's ID; its version is that of `desired` alone. */
export const edgeState: DesiredState = {
  driver: ({ edge }) => edge as Driver<Snapshot, object> | null, // `load` returns the policies that this driver takes
  async load(tx: Tx, domainId, version, work) {
    const domain = await domainForJob(tx, domainId);
    if (!domain) return null;
    const policy = await loadPolicy(tx, domain, work);
    return { ...policy, version };
  },
  raise: renewRules,
  task: null,
  group: 'domain',
  alsoIn: ruleCalls,
};
