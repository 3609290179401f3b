import { trace } from '../../../lib/contract/cdn/trace.ts';
import { formatReason } from '../../../lib/rules/cdn/edge/formatReason.ts';
import { traceRequest } from '../../../lib/rules/cdn/edge/trace.ts';
import { implement } from '../../core/implement.ts';
import { ownedDomain } from '../../db/owned.ts';
import { edgeConfigOf } from '../edge/config.ts';

export const traceHandlers = implement(trace, {
  async run(ctx, { domainId, source, ip, ...request }) {
    const domain = await ownedDomain(ctx.db, ctx.account, domainId);
    const config = await edgeConfigOf(ctx.db, domain);
    const { outcome, status, steps } = traceRequest(config, { ...request, ip: ip || ctx.ip, now: ctx.now }, source);
    return {
      trace: {
        outcome,
        status,
        steps: steps.map(({ reasonKey, params, ...step }) => ({
          ...step,
          reason: reasonKey.slice('edge:reason.'.length),
          message: formatReason({ reasonKey, params }, ctx.t, ctx.locale),
        })),
      },
    };
  },
});
