import { useRead } from '../../../browser/api/query.ts';
import { provider } from '../../../lib/contract/core/provider.ts';
import { type Capability, has } from '../../../lib/rules/core/capabilities.ts';

/** Whether edges don't know the countries and AS numbers of visitors, so that conditions on them have no data. */
export const useNoPlaces = (): boolean => useRead(provider.capabilities, {}).data?.capabilities.places === 'none';

/** Whether the installation has a capability; null while that isn't known. */
export function useHas(name: Capability): boolean | null {
  const engines = useRead(provider.capabilities, {}).data?.capabilities;
  return engines ? has(engines, name) : null;
}

/** The mark of a block that makes a claim: which capability it has, or lacks. */
export const claimMark = (name: Capability, isThere: boolean | null) => (isThere ? { 'data-needs': name } : { 'data-unless': name });
