import type { DataCenter } from '../../../lib/contract/cloud/server.ts';
import { defaultDataCenter, offered } from '../../../lib/rules/cloud/dataCenter.ts';
import { type OrderDraft, orderDefaults } from '../../../lib/rules/cloud/order.ts';
import { customSize, diskKinds, maxQuantity, serverPlanIds } from '../../../lib/rules/cloud/rates.ts';

/** A whole number from the address, within limits; undefined: missing or invalid. */
function numberOf(params: URLSearchParams, name: string, { min, max }: { min: number; max: number }): number | undefined {
  const value = Number(params.get(name));
  return params.has(name) && Number.isInteger(value) && value >= min && value <= max ? value : undefined;
}

/**
 * The initial values: from the address, such as a link of the calculator; else the draft on this device; else the
 * defaults. An unavailable data center is replaced by the default one.
 */
export function startOf(search: string, kept: OrderDraft | null, centers: readonly DataCenter[]): OrderDraft {
  const params = new URLSearchParams(search);
  const draft: OrderDraft = { ...orderDefaults, ...kept };
  const isOffered = offered(centers).some(({ id }) => id === draft.datacenterId);
  const base = { ...draft, datacenterId: isOffered ? draft.datacenterId : (defaultDataCenter(centers)?.id ?? draft.datacenterId) };
  const plan = serverPlanIds.find((id) => id === params.get('plan'));
  const quantity = numberOf(params, 'quantity', { min: 1, max: maxQuantity });
  const licence = params.get('licence');
  const asked: OrderDraft = {
    ...base,
    ...(quantity !== undefined && { quantity: plan === 'free' ? 1 : quantity }),
    ...((licence === 'cpanel' || licence === 'plesk') && { extra: { ...orderDefaults.extra, [licence]: true } }),
    ...(params.get('backups') === '1' && { backups: true }),
  };
  if (plan) return { ...asked, plan, isCustom: false };
  const cpu = numberOf(params, 'cpu', customSize.cpu);
  const ram = numberOf(params, 'ram', customSize.ram);
  const value = numberOf(params, 'disk', customSize.disk);
  if (cpu === undefined || ram === undefined || value === undefined) return asked;
  const type = diskKinds.find((kind) => kind === params.get('diskType')) ?? 'ssd';
  return { ...asked, plan: null, isCustom: true, cpu, ram, disk: { value, type } };
}
