import { why } from '../../../lib/contract/cdn/why.ts';
import { reasonText } from '../../../lib/rules/cdn/report/reason.ts';
import { HOUR, iso } from '../../../lib/time.ts';
import { type CallCtx, implement } from '../../core/implement.ts';
import { networkAttempts } from '../../core/limits.ts';
import { notifyOwner } from '../../core/notification/notifyOwner.ts';
import { consumeAttempt, type Limit } from '../../core/throttle.ts';
import { domainForJob } from '../../db/owned.ts';
import { Refusal, refuse } from '../../kernel/refusal.ts';

/** IDs can't be guessed; this limits what a script can cost. */
const looks: Limit = { name: 'why-ip', max: 120, windowMs: HOUR };
const reports: Limit = { name: 'why-report-ip', max: 10, windowMs: HOUR };
/** The owner of a site under attack isn't flooded. */
const ofDomain: Limit = { name: 'why-report-domain', max: 20, windowMs: HOUR };
const ofRequest: Limit = { name: 'why-report-request', max: 1, windowMs: 25 * HOUR };

/** A request that a layer stopped. Others are nobody's business, even with their ID. */
async function stopped({ services }: CallCtx, requestId: string) {
  const line = await services.logs.find(requestId);
  return line && (line.outcome === 'blocked' || line.outcome === 'challenged') ? line : refuse(404, 'error:notFound');
}

export const whyHandlers = implement(why, {
  async get(ctx, { requestId }) {
    await consumeAttempt(ctx, networkAttempts(looks, ctx.ip));
    const line = await stopped(ctx, requestId);
    const { id, host, at, layer } = line;
    return { why: { requestId: id, host, time: iso(at), layer, message: reasonText(line, ctx.t) } };
  },

  async report(ctx, { requestId }) {
    await consumeAttempt(ctx, networkAttempts(reports, ctx.ip));
    const { id, domainId, path } = await stopped(ctx, requestId);
    const domain = (await domainForJob(ctx.db, domainId)) ?? refuse(404, 'error:notFound');
    const isRepeated = await consumeAttempt(ctx, [
      { limit: ofRequest, key: id },
      { limit: ofDomain, key: domainId },
    ]).then(
      () => false,
      (error: unknown) => {
        if (error instanceof Refusal) return true;
        throw error;
      },
    );
    if (isRepeated) return { sent: true };
    return ctx.write(async ({ tx }) => {
      await notifyOwner(tx, ctx, {
        accountId: domain.accountId,
        event: 'domainStatus',
        type: 'message',
        title: 'why:notice.title',
        description: 'why:notice.text',
        params: { domain: domain.name, path: path.slice(0, 200) },
        link: `/domains/${domain.name}/events?request=${encodeURIComponent(id)}`,
      });
      return { sent: true as const };
    }, `account:${domain.accountId}`);
  },
});
