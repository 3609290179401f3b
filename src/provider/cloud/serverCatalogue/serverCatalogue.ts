import { serverCatalog } from '../../../lib/contract/cloud/serverCatalogue.ts';
import { formatTraffic } from '../../../lib/format/quantity.ts';
import { toPrice } from '../../../lib/rules/cloud/price.ts';
import { serverPlans } from '../../../lib/rules/cloud/rates.ts';
import { implement } from '../../core/implement.ts';
import { ownedBackups, ownedNetworks, ownedServerFirewalls, ownedServers, ownedSshKeys, ownedVolumes } from '../../db/owned.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { cloudCatalog, customOs, priceList } from '../catalog.ts';
import { offeredApplications } from '../offer.ts';
import { currentRates } from '../prices.ts';

const diskNames = { ssd: 'SSD', nvme: 'NVMe' } as const;

/** Whether the account has had its one-day server, also one that was removed since. */
export const hasUsedOneDay = async (db: Db | Tx, account: { id: string }): Promise<boolean> =>
  (await db.selectFrom('oneDayServer').select('accountId').where('accountId', '=', account.id).executeTakeFirst()) !== undefined;

export const serverCatalogHandlers = implement(serverCatalog, {
  async publicPrice({ db, now }) {
    const rates = await currentRates(db, now);
    return { data: priceList(rates), trafficRate: rates.traffic };
  },

  async plans({ db, account, locale, t, now }) {
    const rates = await currentRates(db, now);
    const used = await hasUsedOneDay(db, account);
    return {
      plans: serverPlans.map(({ id, code, cpu, ram, disk }) => ({
        id,
        name: t(`serverCatalogue:plan.${code}`),
        icon: code,
        specifications: {
          os: customOs,
          cpu,
          ram,
          disk: { display: `${formatTraffic(disk.value, locale)} ${diskNames[disk.type]}`, ...disk },
        },
        price: toPrice(rates.plan[id]),
        available: !(id === 'free' && used),
        reason: id === 'free' && used ? ('used' as const) : null,
      })),
    };
  },

  applications: async ({ db, services }) => ({ applications: await offeredApplications(db, services.drivers.compute) }),

  async limits({ db, account }) {
    const { limits } = cloudCatalog;
    const quota = async (rows: Promise<readonly unknown[]>, max: number) => ({ used: (await rows).length, max });
    return {
      limits: {
        servers: await quota(ownedServers(db, account).select('server.id').execute(), limits.servers),
        sshKeys: await quota(ownedSshKeys(db, account).select('sshKey.id').execute(), limits.sshKeys),
        networks: await quota(ownedNetworks(db, account).select('privateNetwork.id').execute(), limits.networks),
        serverFirewalls: await quota(ownedServerFirewalls(db, account).select('serverFirewall.id').execute(), limits.serverFirewalls),
        volumes: await quota(ownedVolumes(db, account).select('volume.id').execute(), limits.volumes),
        backups: await quota(ownedBackups(db, account).select('backup.id').execute(), limits.backups),
        oneDayUsed: await hasUsedOneDay(db, account),
      },
    };
  },
});
