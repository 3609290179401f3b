import { demo } from '../../../lib/contract/fields.ts';
import type { FirewallRuleData } from '../../../lib/rules/cdn/edge/protection.ts';
import { DAY, iso } from '../../../lib/time.ts';
import type { Seed } from '../../core/seeds/seed.ts';
import { addItem, type ItemRules } from '../edge/index.ts';
import { scheduleExpiry } from '../firewall/index.ts';

type SeedRule = [data: Omit<FirewallRuleData, 'priority'>, deploy: boolean, daysAgo: number, endsInDays?: number];

const rules: SeedRule[] = [
  [{ kind: 'group', value: demo.firewallGroupId, mode: 'allow', description: 'Our offices' }, true, 120],
  [{ kind: 'ip', value: '198.51.100.64/27', mode: 'deny', description: 'Scrapes the price list' }, true, 41],
  [{ kind: 'asn', value: 'AS64511', mode: 'deny', description: 'Rented machines that try passwords' }, true, 18, 6],
  [{ kind: 'ip', value: '2001:db8:5::/48', mode: 'allow', description: 'Payment provider' }, true, 9],
  [{ kind: 'country', value: 'AQ', mode: 'deny', description: 'Nobody buys from there' }, false, 1],
];

const list: ItemRules<'firewall'> = { group: 'firewall', title: ({ value }) => value };

/** An example firewall: an office that is always allowed, a few blocked addresses, a rule for a week, and a draft. */
export const seedFirewall: Seed = async (tx, { now, newId, services, customers }) => {
  const { main: accountId } = customers;
  const { domainId } = demo;
  const group = (id: string, title: string, addresses: string[], domain: string | null, age: number) => {
    const at = now - age * DAY;
    const row = { id, accountId, domainId: domain, title, addresses, version: 1, createdAt: at, updatedAt: at };
    return tx.insertInto('firewallGroup').values(row).execute();
  };
  await group(demo.firewallGroupId, 'Offices', ['192.0.2.16/28', '192.0.2.77', '2001:db8:a1::/48'], null, 120);
  await group(demo.freeFirewallGroupId, 'Uptime monitoring', ['198.51.100.201', '198.51.100.202', '2001:db8:77::/64'], domainId, 12);
  for (const [place, [data, deploy, age, days]] of rules.entries()) {
    const expiresAt = days && iso(now + days * DAY);
    const rule = await addItem(
      tx,
      { now: now - age * DAY, newId },
      { id: domainId },
      list,
      { ...data, ...(expiresAt && { expiresAt }) },
      deploy,
      demo.firewallRules[place],
    );
    await scheduleExpiry(tx, services.jobs.enqueue, rule);
  }
};
