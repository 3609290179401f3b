import type { z } from 'zod';
import type { OrderDraft, OrderQuote } from '../../../lib/contract/cloud/serverOrder.ts';
import { defaultDataCenter, offered } from '../../../lib/rules/cloud/dataCenter.ts';
import { orderSize, pricedParts } from '../../../lib/rules/cloud/order.ts';
import { orderNeeds, orderRates, periodHours, sumRates, toPrice, withAmounts } from '../../../lib/rules/cloud/price.ts';
import type { Rate } from '../../../lib/rules/cloud/rates.ts';
import { findRunnable } from '../../../lib/rules/cloud/recipes/applications.ts';
import { maxVolumes } from '../../../lib/rules/cloud/volume.ts';
import type { SignedIn } from '../../core/implement.ts';
import { ownedServers, ownedVolumes } from '../../db/owned.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { refuse, refuseField } from '../../kernel/refusal.ts';
import { requireServerBackup } from '../backup/index.ts';
import { cloudCatalog, customOs } from '../catalog.ts';
import { ownNetwork } from '../network/index.ts';
import { dataCenters, offeredApplications, systems } from '../offer.ts';
import { currentRates } from '../prices.ts';
import { requireSnapshotFor } from '../server/index.ts';
import { hasUsedOneDay } from '../serverCatalogue/index.ts';

interface System {
  id: number;
  type: string;
  version: string;
}

export interface PricedOrder {
  dataCenterId: number;
  size: ReturnType<typeof orderSize>;
  os: System;
  /** The snapshot or backup for the disk; null: the image of the system. */
  imageId: string | null;
  isOneDay: boolean;
  network: Awaited<ReturnType<typeof ownNetwork>> | null;
  /** Of one server, without its volumes. */
  rate: Rate;
  quote: z.output<typeof OrderQuote>;
}

type Pricing = Pick<SignedIn, 'account' | 'now' | 'services'>;

/** The requested system; the custom code of the predefined sizes matches any. */
const findOs = async (db: Db | Tx, { services }: Pricing, { id, type, version }: OrderDraft['os']) =>
  (await systems(db, services.drivers.compute)).find(
    (os) => os.type === type && os.version === version && (id === os.id || id === customOs),
  );

/** What the disk is created from, and the system on it. @param diskSize GB */
async function findSource(
  db: Db | Tx,
  pricing: Pricing,
  { snapshotId, backupId, os }: OrderDraft,
  diskSize: number,
): Promise<{ os: System; imageId: string | null }> {
  if (snapshotId) {
    const { id, osId, osType, osVersion } = await requireSnapshotFor(db, pricing.account, snapshotId, { diskSize });
    return { os: { id: osId, type: osType, version: osVersion }, imageId: id };
  }
  if (backupId) return { os: await requireServerBackup(db, pricing.account, backupId, diskSize), imageId: backupId };
  return { os: (await findOs(db, pricing, os)) ?? refuseField('os', 'serverOrder:error.os'), imageId: null };
}

/** Refuses an application that isn't offered for the system, or needs a larger server. */
async function refuseApplication(
  db: Db | Tx,
  { services }: Pricing,
  { application: wanted }: OrderDraft,
  os: System,
  { ram, disk }: PricedOrder['size'],
): Promise<void> {
  if (!wanted) return;
  const runnable = findRunnable(await offeredApplications(db, services.drivers.compute), os);
  const application = runnable.find(({ id }) => id === wanted) ?? refuseField('application', 'serverOrder:error.application');
  if (ram < application.ram || disk.value < application.disk)
    refuseField('application', 'serverOrder:error.applicationSize', {
      name: application.name,
      ram: application.ram,
      disk: application.disk,
    });
}

/**
 * The price of an order. The price in the draft isn't used.
 * @throws Refusal 404 for a network, snapshot or backup of another account, 422 for what isn't in the catalogue, 409 for what this account can't have
 */
export async function priceOrder(db: Db | Tx, pricing: Pricing, draft: OrderDraft): Promise<PricedOrder> {
  const { account, now, services } = pricing;
  const centers = offered(await dataCenters(db, services.drivers.compute));
  const dataCenterId = draft.datacenterId ?? defaultDataCenter(centers)?.id;
  if (dataCenterId === undefined || !centers.some(({ id }) => id === dataCenterId)) refuseField('datacenterId', 'serverOrder:error.center');
  const network = draft.networkId ? await ownNetwork(db, account, draft.networkId) : null;
  if (network && network.dataCenterId !== dataCenterId)
    refuse(409, 'network:error.otherCenter', { params: { name: network.name, server: draft.nameServer } });
  const size = orderSize({ ...draft, plan: draft.plan ?? null });
  const { os, imageId } = await findSource(db, pricing, draft, size.disk.value);
  await refuseApplication(db, pricing, draft, os, size);
  const isOneDay = !draft.isCustom && draft.plan === 'free';
  if (isOneDay) {
    if (await hasUsedOneDay(db, account)) refuse(409, 'serverOrder:error.oneDayUsed');
    if (
      draft.quantity > 1 ||
      draft.volumes.length > 0 ||
      draft.backups ||
      draft.extra.cpanel ||
      draft.extra.plesk ||
      draft.period !== 'payg'
    )
      refuseField('plan', 'serverOrder:error.oneDayPlain');
  }
  const max = cloudCatalog.limits.servers;
  const { length: used } = await ownedServers(db, account).select('id').execute();
  if (used + draft.quantity > max) refuse(409, 'serverOrder:error.limit', { params: { max, left: Math.max(0, max - used) } });

  const wanted = draft.volumes.length * draft.quantity;
  const { length: volumes } = wanted > 0 ? await ownedVolumes(db, account).select('volume.id').execute() : [];
  if (volumes + wanted > maxVolumes) refuse(409, 'volume:error.limit', { params: { max: maxVolumes } });

  const parts = pricedParts({ ...draft, plan: draft.plan ?? null });
  const rates = await currentRates(db, now);
  const lines = orderRates(parts, rates);
  const sum = sumRates(lines);
  const hourly = withAmounts(lines, periodHours.hourly);
  const monthly = withAmounts(lines, periodHours.monthly);
  return {
    dataCenterId,
    size,
    os,
    imageId,
    isOneDay,
    network,
    rate: sumRates(orderRates({ ...parts, volumes: [], quantity: 1 }, rates)),
    quote: {
      ...toPrice(sum),
      items: hourly.map(({ item, amount }, index) => ({ item, hourly: amount, monthly: monthly[index]?.amount ?? 0 })),
      ...orderNeeds(lines, draft.period),
    },
  };
}
