import { type RuleList, trace } from '../../../lib/contract/cdn/trace.ts';
import type { EdgeConfig } from '../../../lib/rules/cdn/edge/config.ts';
import { formatReason } from '../../../lib/rules/cdn/edge/formatReason.ts';
import { traceRequest } from '../../../lib/rules/cdn/edge/trace.ts';
import { implement } from '../../core/implement.ts';
import { ownedDomain } from '../../db/owned.ts';
import { edgeConfigOf } from '../edge/config.ts';

export const traceHandlers = implement(trace, {
  async run(ctx, { domainId, source, ip, ...request }) {
    const domain = await ownedDomain(ctx.db, ctx.account, domainId);
    const config = await edgeConfigOf(ctx.db, domain);
    const rules = rulesById(config);
    const { outcome, status, steps } = traceRequest(config, { ...request, ip: ip || ctx.ip, now: ctx.now }, source);
    return {
      trace: {
        outcome,
        status,
        steps: steps.map(({ reasonKey, params, ...step }) => ({
          ...step,
          rule: step.item && rules.get(step.item.id),
          field: typeof params.where === 'object' && 'name' in params.where ? params.where.name || undefined : undefined,
          reason: reasonKey.slice('edge:reason.'.length),
          message: formatReason({ reasonKey, params }, ctx.t, ctx.locale),
        })),
      },
    };
  },
});

/** Every rule with a priority, by its id. */
function rulesById({ firewall, rateLimits, waf, pageRules }: EdgeConfig): Map<string, { list: RuleList; priority: number }> {
  const lists = { firewall: firewall.rules, rateLimit: rateLimits, waf: waf.rules, pageRule: pageRules };
  return new Map(
    (Object.keys(lists) as RuleList[]).flatMap((list) => lists[list].map(({ id, priority }) => [id, { list, priority }] as const)), // the keys of `lists`
  );
}
