import { isIn, parseNetwork } from '../../../lib/rules/core/network.ts';
import type { User } from '../../db/schema.ts';
import type { AllowedIp } from '../../db/tables/core/user.ts';

export type Restriction = Pick<User, 'ipRestricted' | 'allowedIps'>;

export function isInList(items: readonly Pick<AllowedIp, 'ip'>[], ip: string): boolean {
  const address = parseNetwork(ip);
  return items.some((item) => isIn(item.ip, address));
}

/**
 * Whether an account can be used from an address. Sessions, API keys, live streams, sockets and sign-in all use this function,
 * on every call: a removed address is refused from the next call on.
 */
export const isAllowedAddress = (account: Restriction, ip: string): boolean => !account.ipRestricted || isInList(account.allowedIps, ip);
