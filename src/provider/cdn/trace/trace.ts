import { trace } from '../../../lib/contract/cdn/trace.ts';
import type { EdgeConfig } from '../../../lib/rules/cdn/edge/config.ts';
import { formatReason } from '../../../lib/rules/cdn/edge/formatReason.ts';
import { orderedLists, type RuleList, rulesIn } from '../../../lib/rules/cdn/edge/ruleLists.ts';
import { traceRequest } from '../../../lib/rules/cdn/edge/trace.ts';
import type { EdgeRequest } from '../../../lib/rules/cdn/edge/types.ts';
import { attackKind } from '../../../lib/rules/cdn/waf/patterns.ts';
import { implement, type SignedIn } from '../../core/implement.ts';
import { consumeAttempt } from '../../core/throttle.ts';
import { ownedDomain } from '../../db/owned.ts';
import { workerTask } from '../../kernel/workers/task.ts';
import { loadEdgeConfig } from '../policy/index.ts';
import type * as task from './trace.task.ts';

const perCustomer = { name: 'trace', max: 120, windowMs: 60_000 };
/** Characters of the request times rules: less is traced faster than it is sent to a thread and back. */
const INLINE_WORK = 200_000;

const traceRun = workerTask<typeof task>({ name: 'trace.run', module: new URL('./trace.task.ts', import.meta.url), deadlineMs: 5_000 });

/** Traces in the worker pool if there is much to compare: rules and requests are whatever a customer writes. */
function traceApart(
  ctx: SignedIn,
  rules: number,
  input: Parameters<typeof task.run>[0],
): ReturnType<typeof traceRequest> | Promise<ReturnType<typeof traceRequest>> {
  const { config, request, source } = input;
  const conditions = config.waf.rules.reduce((sum, rule) => sum + (rule.conditions?.length ?? 0), 0);
  if (JSON.stringify(request).length * (1 + rules + conditions) <= INLINE_WORK) return traceRequest(config, request, source);
  return ctx.services.workers.run(traceRun, input, { customer: ctx.account.id, signal: ctx.signal });
}

export const traceHandlers = implement(trace, {
  async run(ctx, { domainId, source, ip, ...request }) {
    const domain = await ownedDomain(ctx.db, ctx.account, domainId);
    await consumeAttempt(ctx, [{ limit: perCustomer, key: ctx.account.id }]);
    const config = await loadEdgeConfig(ctx.db, domain);
    const rules = rulesById(config);
    const traced: EdgeRequest = { ...request, ip: ip || ctx.ip, now: ctx.now };
    const { outcome, status, steps } = await traceApart(ctx, rules.size, { config, request: traced, source });
    return {
      trace: {
        outcome,
        status,
        steps: steps.map(({ reasonKey, params, ...step }) => ({
          ...step,
          rule: step.item && rules.get(step.item.id),
          field: typeof params.where === 'object' && 'name' in params.where ? params.where.name || undefined : undefined,
          kind: (step.area === 'waf' && step.item && attackKind(step.item.id)) || undefined,
          reason: reasonKey.slice('edge:reason.'.length),
          message: formatReason({ reasonKey, params }, ctx.t, ctx.locale),
        })),
      },
    };
  },
});

/** Every rule with a priority, by its id. */
function rulesById(config: EdgeConfig): Map<string, { list: RuleList; priority: number }> {
  return new Map(orderedLists.flatMap((list) => rulesIn(config, list).map(({ id, priority }) => [id, { list, priority }] as const)));
}
