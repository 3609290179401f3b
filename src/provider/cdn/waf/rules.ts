import { lacksChallenge, namesNothing } from '../../../lib/contract/cdn/wafRule.ts';
import { pathFault } from '../../../lib/rules/cdn/edge/pathFault.ts';
import type { Condition, WafRuleData } from '../../../lib/rules/cdn/edge/protection.ts';
import { isCostly } from '../../../lib/rules/cdn/waf/conditions.ts';
import type { SignedIn } from '../../core/implement.ts';
import type { OwnedDomain } from '../../db/owned.ts';
import type { Tx } from '../../db/schema.ts';
import { Refusal, refuse, refuseField } from '../../kernel/refusal.ts';
import { type ItemRules, loadItems, requireAbility } from '../edge/index.ts';

/** The maximum that `reorder` takes. The edge evaluates them one after the other. */
const LIMIT = 1000;

export const wafRules: ItemRules<'waf'> = {
  group: 'waf',
  title: ({ title }) => title,
  limit: LIMIT,
  full: () => refuse(409, 'waf:error.tooManyRules', { params: { max: LIMIT } }),
};
export const wafExceptions: ItemRules<'wafException'> = {
  group: 'wafException',
  title: ({ title = '' }) => title,
  limit: LIMIT,
  full: () => refuse(409, 'waf:error.tooManyExceptions', { params: { max: LIMIT } }),
};

/** Refuses a path that can't match any request to the domain. */
function checkPath(path: string | undefined, domain: OwnedDomain): void {
  const found = path ? pathFault(path, domain.name) : null;
  if (found) throw new Refusal(422, found.key, { params: found.params, fields: { path: found } });
}

/** What the schema can't validate of a part: the whole rule after a change, and its path against the domain. */
export const checkRule = (domain: OwnedDomain) => (rule: Parameters<typeof lacksChallenge>[0] & { path?: string | undefined }) => {
  checkPath(rule.path, domain);
  if (lacksChallenge(rule)) refuseField('challengeType', 'waf:error.challengeRequired');
};
/** Refuses to begin with a challenge or condition that no edge applies; a rule that has it already can be changed. */
export async function checkAbilities(ctx: SignedIn, next: Uses, old?: Uses): Promise<void> {
  if (next.challengeType === 'l34' && old?.challengeType !== 'l34') await requireAbility(ctx, 'l34', 'challengeType');
  if (usesPlaces(next) && !(old && usesPlaces(old))) await requireAbility(ctx, 'geo', 'conditions');
  if (costs(next) > 0 && !(old && costs(old) > 0)) await requireAbility(ctx, 'wafOperators', 'conditions');
}
type Uses = Pick<WafRuleData, 'challengeType'> & { conditions?: readonly Pick<Condition, 'field' | 'operator'>[] | undefined };
const usesPlaces = ({ conditions = [] }: Uses) => conditions.some(({ field }) => field === 'country' || field === 'asn');

const costs = ({ conditions = [] }: Pick<Uses, 'conditions'>): number => conditions.filter(isCostly).length;

/** Conditions of a domain that parse or inspect a field: the edge evaluates them for every request. */
const COSTLY_LIMIT = 100;
/** Refuses more conditions that cost much than a domain may have. @param ruleId the rule that is changed; absent: a new one */
export async function checkCosts(tx: Tx, domain: OwnedDomain, next: Uses, ruleId?: string): Promise<void> {
  if (costs(next) === 0) return;
  const others = (await loadItems(tx, domain, 'waf')).filter(({ id }) => id !== ruleId);
  const count = others.reduce((sum, { conditions, deployed }) => sum + Math.max(costs({ conditions }), costs(deployed ?? {})), costs(next));
  if (count > COSTLY_LIMIT) refuseField('conditions', 'waf:error.tooManyExpressions', { max: COSTLY_LIMIT });
}

export const checkException = (domain: OwnedDomain) => (exception: Parameters<typeof namesNothing>[0]) => {
  checkPath(exception.path, domain);
  if (namesNothing(exception)) refuseField('path', 'waf:error.exceptionEmpty');
};
