import { millsFor, orderLines, sumOf } from '../../../lib/rules/cloud/price.ts';
import { type Rate, type ServerPlan, serverPlans } from '../../../lib/rules/cloud/rates.ts';
import type { DiskType, ServerSize } from '../../../lib/rules/cloud/server/states.ts';

const noExtra = { cpanel: false, plesk: false };

/** The matching predefined size; undefined: custom. The free one-day server isn't sold as a size. */
export const planOf = ({ cpu, ram, disk }: ServerSize, diskType: DiskType): ServerPlan | undefined =>
  serverPlans.find(
    (plan) => plan.rate > 0 && plan.cpu === cpu && plan.ram === ram && plan.disk.value === disk && plan.disk.type === diskType,
  );

/**
 * Micro-mills per hour of a size with its licenses and backup option, by the rules of orders.
 * @param plan code of the predefined size that the server has; null: a custom size, which costs its parts even where it equals a plan
 */
export const hourlyRateOf = (
  size: ServerSize,
  diskType: DiskType,
  plan: string | null,
  extra: { cpanel: boolean; plesk: boolean } = noExtra,
  backups = false,
): Rate =>
  sumOf(
    orderLines({
      plan,
      cpu: size.cpu,
      ram: size.ram,
      disk: { value: size.disk, type: diskType },
      extra,
      backups,
      quantity: 1,
    }),
  );

/** Mills of micro-mills, rounded once. */
export const toMills = (microMills: number): number => millsFor(microMills, 1);
