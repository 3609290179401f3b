import { titleOfRule } from '../../../lib/rules/cdn/edge/firewall.ts';
import { deployedForm } from '../../../lib/rules/cdn/edge/source.ts';
import { parseTime } from '../../../lib/rules/cdn/edge/types.ts';
import { writeSystemChange } from '../../core/changes.ts';
import { notify } from '../../core/notification/notify.ts';
import { ownedDomain } from '../../db/owned.ts';
import type { Tx } from '../../db/schema.ts';
import type { JobHandler, Jobs } from '../../jobs/jobs.ts';
import { deployItem, type Item } from '../edge/index.ts';
import { cdnJobs } from '../jobs.ts';
import { loadFirewall } from './state.ts';

/** Schedules the removal of a deployed rule from the edge at its end, in the transaction that saves it. */
export async function scheduleExpiry(tx: Tx, enqueue: Jobs['enqueue'], rule: Item<'firewall'>): Promise<void> {
  const end = parseTime(deployedForm(rule)?.expiresAt);
  if (end !== null) await enqueue(tx, cdnJobs.expireFirewallRule, { ruleId: rule.id }, { runAt: end });
}

/**
 * Removes an expired rule from the edge; it stays in the list, where it can get a new end. The engine ignores it from
 * that moment on, so a job that runs late lets nothing through.
 */
export const expireFirewallRule: JobHandler<typeof cdnJobs.expireFirewallRule> = async (
  { now, newId, services: { store, jobs } },
  { ruleId },
) => {
  const found = await store.reader
    .selectFrom('edgeItem')
    .innerJoin('domain', 'domain.id', 'edgeItem.domainId')
    .select(['domain.id', 'domain.accountId'])
    .where('edgeItem.id', '=', ruleId)
    .where('edgeItem.group', '=', 'firewall')
    .executeTakeFirst();
  // The rule or its domain was deleted.
  if (!found) return;
  await store.write(`account:${found.accountId}`, async (tx) => {
    const known = await tx.selectFrom('edgeItem').select('id').where('id', '=', ruleId).executeTakeFirst();
    if (!known) return;
    const domain = await ownedDomain(tx, { id: found.accountId }, found.id);
    const { rules, groups } = await loadFirewall(tx, domain);
    const rule = rules.find(({ id }) => id === ruleId);
    const deployed = rule && deployedForm(rule);
    const end = parseTime(deployed?.expiresAt);
    // Already removed, or its end was postponed.
    if (!rule || !deployed || end === null) return;
    if (end > now) return scheduleExpiry(tx, jobs.enqueue, rule);
    const { before, after } = await deployItem(tx, { now }, domain, 'firewall', ruleId, false);
    const title = titleOfRule(deployed, groups);
    const entity = { type: 'firewallRule', id: ruleId, name: title };
    await writeSystemChange(
      tx,
      { now, newId },
      {
        kind: 'firewall.expire',
        group: 'firewall',
        accountId: domain.accountId,
        action: 'undeploy',
        entity,
        domainId: domain.id,
        before,
        after,
      },
    );
    await notify(
      tx,
      { now, newId },
      {
        accountId: domain.accountId,
        event: 'domainStatus',
        type: 'message',
        title: 'firewall:notice.expired',
        description: `firewall:notice.${deployed.mode}`,
        params: { rule: title, domain: domain.name },
        link: `/domains/${domain.name}/firewall`,
      },
    );
  });
};
