import { useRead } from '../../../lib/api/query.ts';
import { serverCatalogue } from '../../../lib/contract/cloud/serverCatalogue.ts';
import { ratesOf } from '../../../lib/rules/cloud/price.ts';
import { catalogueRates, type Rates } from '../../../lib/rules/cloud/rates.ts';

/** The rates in force, at which the provider charges; those of the catalogue until they have been loaded. */
export function useRates(): Rates {
  const { data } = useRead(serverCatalogue.publicPrice, {});
  return data ? ratesOf(data, catalogueRates) : catalogueRates;
}
