import { brand } from '../../../config/brand.ts';
import { dedicatedIp } from '../../../lib/contract/cdn/dedicatedIp.ts';
import { implement } from '../../core/implement.ts';
import { queueMail } from '../../core/outbox.ts';
import { ownedDomain } from '../../db/owned.ts';
import { refuse } from '../../kernel/refusal.ts';
import { gatesFor, requireFeature } from '../features.ts';
import { loadIpRequest, logged, showDedicatedIp, toEntity } from './state.ts';

export const dedicatedIpHandlers = implement(dedicatedIp, {
  async get({ db, account }, { domainId }) {
    const domain = await ownedDomain(db, account, domainId);
    return { dedicatedIp: showDedicatedIp(await loadIpRequest(db, domain)), gate: (await gatesFor(db, domain)).dedicatedIp };
  },

  request: (ctx, { domainId, reason = '' }) =>
    ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      await requireFeature(ctx, tx, domain, 'dedicatedIp');
      const before = await loadIpRequest(tx, domain);
      if (before?.status === 'requested') refuse(409, 'dedicatedIp:error.open');
      if (before?.status === 'assigned') refuse(409, 'dedicatedIp:error.assigned', { params: { ip: before.ip ?? '' } });
      const row = { status: 'requested' as const, reason, ip: null, note: null, requestedAt: ctx.now, decidedAt: null };
      await tx
        .insertInto('dedicatedIp')
        .values({ domainId: domain.id, ...row })
        .onConflict((conflict) => conflict.column('domainId').doUpdateSet(row))
        .execute();
      // The operator has to be notified of the request.
      await queueMail(tx, ctx, {
        to: brand.contact.email,
        replyTo: ctx.user.email,
        language: 'en',
        subject: 'dedicatedIp:mail.subject',
        body: 'dedicatedIp:mail.body',
        params: { domain: domain.name, email: ctx.user.email, reason: reason || '–' },
      });
      const after = { domainId: domain.id, ...row };
      await log({ action: 'request', entity: toEntity(domain), domainId: domain.id, before: logged(before), after: logged(after) });
      return { dedicatedIp: showDedicatedIp(after) };
    }),

  withdraw: (ctx, { domainId }) =>
    ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const before = await loadIpRequest(tx, domain);
      if (before?.status !== 'requested') refuse(409, 'dedicatedIp:error.noRequest');
      await tx.deleteFrom('dedicatedIp').where('domainId', '=', domain.id).execute();
      await log({ action: 'delete', entity: toEntity(domain), domainId: domain.id, before: logged(before) });
      return { dedicatedIp: showDedicatedIp(undefined) };
    }),
});
