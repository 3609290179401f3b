import { useRead } from '../../../browser/api/query.ts';
import { serverCatalog } from '../../../lib/contract/cloud/serverCatalogue.ts';
import { toRates } from '../../../lib/rules/cloud/price.ts';
import { catalogRates, type Rates } from '../../../lib/rules/cloud/rates.ts';

/** The rates in force, at which the provider charges; those of the catalogue until they have been loaded. */
export function useRates(): Rates {
  const { data } = useRead(serverCatalog.publicPrice, {});
  return data ? toRates(data, catalogRates) : catalogRates;
}
