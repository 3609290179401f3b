import { type Ddos, ddos } from '../../../lib/contract/cdn/ddos.ts';
import { canonicalException, exceptionFaults } from '../../../lib/rules/cdn/ddos/exceptions.ts';
import type { EdgeSettings } from '../../../lib/rules/cdn/edge/defaults.ts';
import { durationSeconds } from '../../../lib/rules/cdn/edge/types.ts';
import { iso } from '../../../lib/time.ts';
import { implement } from '../../core/implement.ts';
import { ownedDomain } from '../../db/owned.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { changeSetting, isAhead, loadSetting, requireAbility, type Versioned } from '../edge/index.ts';
import { cdnJobs } from '../jobs.ts';

/** As its calls return it: an expired mode is off, even before its job has run. */
function show(setting: Versioned<EdgeSettings['ddos']>, now: number): Ddos {
  const { underAttackUntil: until } = setting;
  return { ...setting, exceptions: [...setting.exceptions], underAttackUntil: until && isAhead(until, now) ? until : null };
}

/** The exceptions as stored. Refuses a list with an invalid one; each error is reported on its line. */
function checkedExceptions(lines: readonly string[], domain: string): string[] {
  const faults = exceptionFaults(lines, domain);
  const [first] = faults.values();
  if (!first) return lines.map(canonicalException);
  const fields = Object.fromEntries([...faults].map(([index, fault]) => [`exceptions.${index}`, fault]));
  throw new Refusal(422, first.key, { params: first.params, fields });
}

export const ddosHandlers = implement(ddos, {
  async get({ db, account, now }, { domainId }) {
    return { ddos: show(await loadSetting(db, await ownedDomain(db, account, domainId), 'ddos'), now) };
  },

  update: (ctx, { domainId, version, exceptions, ...rest }) =>
    ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const { challengeType: old } = await loadSetting(tx, domain, 'ddos');
      if (rest.challengeType === 'l34' && old !== 'l34') await requireAbility(ctx, 'l34', 'challengeType');
      const change = { ...rest, ...(exceptions && { exceptions: checkedExceptions(exceptions, domain.name) }) };
      const { before, after } = await changeSetting(tx, ctx, domain, 'ddos', change, { version, field: 'ddos' });
      await log({ action: 'update', entity: { type: 'ddos', id: domain.id, name: domain.name }, domainId, before, after });
      return { ddos: show(after, ctx.now) };
    }),

  underAttack: (ctx, { domainId, enabled, for: time }) =>
    ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const runAt = enabled && time ? ctx.now + durationSeconds(time) * 1000 : null;
      const underAttackUntil = runAt === null ? null : iso(runAt);
      const { before, after } = await changeSetting(tx, ctx, domain, 'ddos', { underAttackUntil });
      // One job per domain: turning it on again reschedules it, and a job that runs too early does nothing.
      if (runAt !== null) await ctx.services.jobs.enqueue(tx, cdnJobs.endAttack, { domainId }, { runAt });
      await log({ action: 'update', entity: { type: 'underAttack', id: domain.id, name: domain.name }, domainId, before, after });
      return { ddos: show(after, ctx.now) };
    }),
});
