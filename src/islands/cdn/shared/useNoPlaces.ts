import { useRead } from '../../../lib/api/query.ts';
import { provider } from '../../../lib/contract/core/provider.ts';

/** Whether edges don't know the countries and AS numbers of visitors, so that conditions on them have no data. */
export const useNoPlaces = (): boolean => useRead(provider.capabilities, {}).data?.capabilities.places === 'none';
