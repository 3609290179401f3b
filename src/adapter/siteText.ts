import { brand } from '../config/brand.ts';
import { placeholder } from '../lib/rules/core/placeholders.ts';
import { builtInCatalog, catalogValues } from './catalogValues.ts';

/** The build runs with `placeholderBrand`. */
export const isBuilding = brand.currency.code === placeholder('currency');

const builtIn = isBuilding ? null : catalogValues(builtInCatalog);

/** A text that depends on the currency or the catalog, by its key (catalogValues.ts): in a built page a placeholder, else that of the code. */
export function siteText(key: string): string {
  if (!builtIn) return placeholder(key);
  const text = builtIn.text(key);
  if (text === undefined) throw new Error(`${key} isn’t a value of catalogValues.ts`);
  return text;
}
