import type { Output } from '../../../lib/contract/call.ts';
import type { DataCenter, OperatingSystem } from '../../../lib/contract/cloud/server.ts';
import type { ServerApplication } from '../../../lib/contract/cloud/serverCatalogue.ts';
import type { serverOrder } from '../../../lib/contract/cloud/serverOrder.ts';
import { queryValue } from '../../../lib/format/digits.ts';
import { defaultDataCenter, offered } from '../../../lib/rules/cloud/dataCenter.ts';
import { type OrderDraft, orderDefaults } from '../../../lib/rules/cloud/order.ts';
import { customSize, diskKinds, maxQuantity, serverPlanIds } from '../../../lib/rules/cloud/rates.ts';
import { findRunnable } from '../../../lib/rules/cloud/recipes/applications.ts';

/** A whole number from the address, within limits; undefined: missing or invalid. */
function parseNumberParam(params: URLSearchParams, name: string, { min, max }: { min: number; max: number }): number | undefined {
  const value = Number(queryValue(params.get(name) ?? ''));
  return params.has(name) && Number.isInteger(value) && value >= min && value <= max ? value : undefined;
}

/** The draft of an order like another server. */
export function draftLike({ order }: Output<typeof serverOrder.like>): OrderDraft {
  const { datacenterId, sshKeyIds, firewallIds, ...draft } = order;
  return {
    ...orderDefaults,
    ...draft,
    ...(datacenterId !== null && { datacenterId }),
    password: sshKeyIds.length > 0 ? { type: 'sshKey', sshKeyIds } : orderDefaults.password,
    firewall: { groups: firewallIds, protocol: 'ipv4' },
  };
}

/**
 * The initial values: from the address, such as a link of the calculator or of a snapshot; else the draft on this device; else the
 * defaults. Without an available data center it is the default one, without a system that is offered the first, and without an
 * application that runs on it none.
 */
export function initialOrder(
  search: string,
  stored: OrderDraft | null,
  centers: readonly DataCenter[],
  systems: readonly OperatingSystem[],
  applications: readonly ServerApplication[],
): OrderDraft {
  const params = new URLSearchParams(search);
  const draft: OrderDraft = { ...orderDefaults, ...stored };
  const center = offered(centers).find(({ id }) => id === stored?.datacenterId) ?? defaultDataCenter(centers);
  const [first] = systems;
  const isOffered = systems.some(({ type, version }) => type === draft.os.type && version === draft.os.version);
  const base = {
    ...draft,
    ...(center && { datacenterId: center.id }),
    ...(first && !isOffered && { os: { id: first.id, type: first.type, version: first.version } }),
  };
  const isRunnable = findRunnable(applications, base.os).some(({ id }) => id === base.application);
  const plan = serverPlanIds.find((id) => id === params.get('plan'));
  const quantity = parseNumberParam(params, 'quantity', { min: 1, max: maxQuantity });
  const license = params.get('license');
  const snapshotId = params.get('snapshot');
  const backupId = params.get('backup');
  const common: OrderDraft = {
    ...base,
    ...(quantity !== undefined && { quantity: plan === 'free' ? 1 : quantity }),
    ...((license === 'cpanel' || license === 'plesk') && { extra: { ...orderDefaults.extra, [license]: true } }),
    ...(params.get('backups') === '1' && { backups: true }),
    ...(snapshotId && { snapshotId, backupId: null }),
    ...(backupId && { backupId, snapshotId: null }),
    ...((snapshotId || backupId || !isRunnable) && { application: null }),
  };
  if (plan) return { ...common, plan, isCustom: false };
  const cpu = parseNumberParam(params, 'cpu', customSize.cpu);
  const ram = parseNumberParam(params, 'ram', customSize.ram);
  const value = parseNumberParam(params, 'disk', customSize.disk);
  if (cpu === undefined || ram === undefined || value === undefined) return common;
  const type = diskKinds.find((kind) => kind === params.get('diskType')) ?? 'ssd';
  return { ...common, plan: null, isCustom: true, cpu, ram, disk: { value, type } };
}
