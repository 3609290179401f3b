import { demo } from '../../../lib/contract/fields.ts';
import { type ServerRule, templateRules } from '../../../lib/rules/cloud/firewall.ts';
import { DAY } from '../../../lib/time.ts';
import type { Seed } from '../../core/seeds/seed.ts';
import type { Tx } from '../../db/schema.ts';
import type { ServerSettings } from '../../db/tables/cloud/server.ts';

/** Gives a demo server more settings. */
export async function attachTo(tx: Tx, serverId: string, change: Partial<ServerSettings>): Promise<void> {
  const row = await tx.selectFrom('server').select('settings').where('id', '=', serverId).executeTakeFirstOrThrow();
  const settings = { ...row.settings, ...change };
  await tx.updateTable('server').set({ settings }).where('id', '=', serverId).execute();
}

/** Two networks and two firewall groups; one of each is used by a server. None without demo servers. */
export const seedNetworks: Seed = async (tx, { now, customers }) => {
  if (!(await tx.selectFrom('server').select('id').where('id', '=', demo.serverId).executeTakeFirst())) return;
  const accountId = customers.main;
  const network = (id: string, name: string, cidr: string, dataCenterId: number, age: number) =>
    tx
      .insertInto('privateNetwork')
      .values({ id, accountId, name, cidr, dataCenterId, createdAt: now - age * DAY })
      .execute();
  await network(demo.networkId, 'app-net', '10.20.0.0/24', 10, 90);
  await network(demo.freeNetworkId, 'backup-net', '10.21.0.0/24', 10, 12);

  const group = (id: string, title: string, description: string, isDefault: boolean, rules: (ServerRule & { id: string })[], age: number) =>
    tx
      .insertInto('serverFirewall')
      .values({
        id,
        accountId,
        title,
        description,
        isDefault,
        rules,
        version: 1,
        createdAt: now - age * DAY,
        updatedAt: now - age * DAY,
      })
      .execute();
  const [http, https] = templateRules('web', '').filter(({ protocol, transport }) => protocol === 'ipv4' && transport === 'tcp');
  if (!http || !https) throw new Error('the template has no rule for web traffic');
  await group(
    demo.serverFirewallId,
    'web',
    'HTTP and HTTPS for everybody',
    true,
    [
      { id: demo.serverRuleId, ...http },
      { id: demo.otherServerRuleId, ...https },
    ],
    90,
  );
  await group(
    demo.freeServerFirewallId,
    'ssh-office',
    'SSH from the office',
    false,
    templateRules('ssh', '192.0.2.77').map((rule) => ({ id: '01930000-0000-7000-8000-00000000b301', ...rule })),
    61,
  );
  await attachTo(tx, demo.serverId, {
    firewallIds: [demo.serverFirewallId],
    networks: [{ networkId: demo.networkId, address: '10.20.0.2' }],
  });
};
