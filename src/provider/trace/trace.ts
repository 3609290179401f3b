import { trace } from '../../lib/contract/trace.ts';
import { sayReason } from '../../lib/rules/edge/say.ts';
import { traceRequest } from '../../lib/rules/edge/trace.ts';
import { ownedDomain } from '../db/owned.ts';
import { edgeConfigOf } from '../edge/config.ts';
import { implement } from '../implement.ts';

export const traceHandlers = implement(trace, {
  async run(ctx, { domainId, source, ip, ...request }) {
    const domain = await ownedDomain(ctx.db, ctx.user, domainId);
    const config = await edgeConfigOf(ctx.db, domain);
    const { outcome, status, steps } = traceRequest(config, { ...request, ip: ip || ctx.ip, now: ctx.now }, source);
    return {
      trace: {
        outcome,
        status,
        steps: steps.map(({ reasonKey, params, ...step }) => ({
          ...step,
          reason: reasonKey.slice('edge:reason.'.length),
          message: sayReason({ reasonKey, params }, ctx.t, ctx.locale),
        })),
      },
    };
  },
});
