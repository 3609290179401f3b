import * as account from '../../src/lib/contract/account/index.ts';
import { groupArea } from '../../src/lib/contract/areas.ts';
import type { NamedCall } from '../../src/lib/contract/call.ts';
import * as cdn from '../../src/lib/contract/cdn/index.ts';
import * as cloud from '../../src/lib/contract/cloud/index.ts';
import * as core from '../../src/lib/contract/core/index.ts';
import * as finance from '../../src/lib/contract/finance/index.ts';
import * as operator from '../../src/lib/contract/operator/index.ts';
import * as support from '../../src/lib/contract/support/index.ts';
import type { Area as ProductArea } from '../../src/lib/rules/core/areas.ts';
import { type Engines, lackedAreas } from '../../src/lib/rules/core/capabilities.ts';
import { isForOperators } from '../support/callInputs.ts';

/** The product lines of the contract, and what all of them need. `operator`: the calls for operators of every line. */
export const areas = ['cdn', 'cloud', 'finance', 'support', 'account', 'core', 'operator'] as const;
export type Area = (typeof areas)[number];

const groups = { cdn, cloud, finance, support, account, core, operator };
const areaOfPath = new Map(
  areas.flatMap((area) =>
    Object.values(groups[area]).flatMap((calls) =>
      Object.values(calls as Record<string, NamedCall>).map(({ path }) => [path, area] as const),
    ),
  ),
);

export const areaOf = (call: NamedCall): Area => (isForOperators(call) ? 'operator' : (areaOfPath.get(call.path) ?? 'core'));

/** The area of the product that a provider declares it doesn't have (`GET /provider/capabilities`), if the call is in it; undefined: the call must work. */
export function declaredAbsent(call: NamedCall, engines: Engines | null): ProductArea | undefined {
  const area = groupArea(call.id[0]);
  return area && engines && lackedAreas(engines).includes(area) ? area : undefined;
}
