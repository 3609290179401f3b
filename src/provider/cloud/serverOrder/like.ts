import type { Output } from '../../../lib/contract/call.ts';
import type { serverOrder } from '../../../lib/contract/cloud/serverOrder.ts';
import { offered } from '../../../lib/rules/cloud/dataCenter.ts';
import { maxNameLength } from '../../../lib/rules/cloud/order.ts';
import { serverPlan } from '../../../lib/rules/cloud/rates.ts';
import type { SignedIn } from '../../core/implement.ts';
import { ownedServers } from '../../db/owned.ts';
import type { Db, ServerRow, Tx } from '../../db/schema.ts';
import { dataCenters } from '../offer.ts';
import { loadAddresses } from '../server/index.ts';
import { describePublicKeys } from '../sshKey/index.ts';

type Like = Output<typeof serverOrder.like>;

/** The size as an order has it. The free plan is only sold for a day, and a plan whose disk was kept in a resize isn't sold with it. */
function orderedSize({
  plan: id,
  cpu,
  ram,
  diskSize,
  diskType,
}: ServerRow): Pick<Like['order'], 'plan' | 'isCustom' | 'cpu' | 'ram' | 'disk'> {
  const plan = id === 'free' ? null : serverPlan(id);
  const isPlan = plan && plan.cpu === cpu && plan.ram === ram && plan.disk.value === diskSize && plan.disk.type === diskType;
  return { plan: isPlan ? plan.id : null, isCustom: !isPlan, cpu, ram, disk: { value: diskSize, type: diskType } };
}

/** The name with a suffix that no other server has. */
async function freeName(db: Db | Tx, account: { id: string }, name: string): Promise<string> {
  const rows = await ownedServers(db, { id: account.id }).select('name').execute();
  const used = new Set(rows.map((row) => row.name.toLowerCase()));
  for (let n = 1; ; n++) {
    const suffix = n === 1 ? '-copy' : `-copy-${n}`;
    const copy = name.slice(0, maxNameLength - suffix.length).replace(/-+$/, '') + suffix;
    if (!used.has(copy.toLowerCase())) return copy;
  }
}

/** An order like an existing server, and what it has that an order can't contain or that belongs to it alone. */
export async function orderLike(db: Db | Tx, { account, services }: Pick<SignedIn, 'account' | 'services'>, row: ServerRow): Promise<Like> {
  const { settings } = row;
  const isOffered = offered(await dataCenters(db, services.drivers.compute)).some(({ id }) => id === row.dataCenterId);
  const keys = await describePublicKeys(db, account, settings.sshKeys);
  const [network, ...others] = isOffered ? settings.networks : [];
  const missing: Record<Like['notCopied'][number], boolean> = {
    dataCenter: !isOffered,
    networks: others.length > 0 || (!isOffered && settings.networks.length > 0),
    sshKeys: keys.some(({ id }) => id === null),
    volumes: settings.volumeIds.length > 0,
    spaces: (settings.spaces ?? []).length > 0,
    addresses: (await loadAddresses(db, row.id)).length > 0,
    // It has run on the disk that is copied.
    userData: settings.userData !== null,
  };
  return {
    order: {
      ...orderedSize(row),
      datacenterId: isOffered ? row.dataCenterId : null,
      os: { id: row.osId, type: row.osType, version: row.osVersion },
      nameServer: await freeName(db, account, row.name),
      period: row.period,
      autopilot: row.autopilot,
      sshKeyIds: keys.flatMap(({ id }) => id ?? []),
      firewallIds: [...settings.firewallIds],
      networkId: network?.networkId ?? null,
      backups: settings.backups === true,
      extra: settings.extra,
    },
    notCopied: (Object.keys(missing) as Like['notCopied']).filter((part) => missing[part]), // its keys
  };
}
