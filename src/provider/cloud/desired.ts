import type { FirewallSpec, NetworkSpec, VolumeSpec } from '../../lib/rules/cloud/compute/spec.ts';
import { volumeSerial } from '../../lib/rules/cloud/volume.ts';
import type { Driver, Snapshot } from '../drivers/driver.ts';
import type { DesiredState } from '../jobs/desired.ts';
import { centerCode } from './offer.ts';

/** The desired state of a firewall group for the compute driver. */
export const firewallDesired: DesiredState = {
  driver: ({ compute }) => (compute?.firewalls ?? null) as Driver<Snapshot, object> | null, // `load` returns the states that it takes
  async load(tx, groupId, version) {
    const row = await tx.selectFrom('serverFirewall').select(['accountId', 'rules']).where('id', '=', groupId).executeTakeFirst();
    if (!row) return null;
    const rules = row.rules.map(({ id: _, description: __, ...rule }) => rule);
    return { id: groupId, version, account: { id: row.accountId }, rules } satisfies FirewallSpec;
  },
  // The version is that of `desired` alone.
  raise: async () => {},
  task: null,
  group: 'serverFirewall',
};

export const networkDesired: DesiredState = {
  driver: ({ compute }) => (compute?.networks ?? null) as Driver<Snapshot, object> | null, // as above
  async load(tx, networkId, version) {
    const row = await tx.selectFrom('privateNetwork').selectAll().where('id', '=', networkId).executeTakeFirst();
    if (!row) return null;
    const dataCenter = await centerCode(tx, row.dataCenterId);
    return { id: networkId, version, account: { id: row.accountId }, cidr: row.cidr, dataCenter } satisfies NetworkSpec;
  },
  raise: async () => {},
  task: null,
  group: 'network',
};

export const volumeDesired: DesiredState = {
  driver: ({ compute }) => (compute?.volumes ?? null) as Driver<Snapshot, object> | null, // as above
  async load(tx, volumeId, version) {
    const row = await tx.selectFrom('volume').selectAll().where('id', '=', volumeId).executeTakeFirst();
    if (!row) return null;
    const image = { count: row.imageCount, imageId: row.imageId };
    return {
      id: volumeId,
      version,
      account: { id: row.accountId },
      size: row.size,
      type: row.type,
      serial: volumeSerial(volumeId),
      dataCenter: await centerCode(tx, row.dataCenterId),
      image,
    } satisfies VolumeSpec;
  },
  raise: async () => {},
  // The code that starts work on a volume also starts its task.
  task: null,
  group: 'volume',
};
