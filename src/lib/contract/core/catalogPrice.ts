import { z } from 'zod';
import { key } from '../../i18n/key.ts';

/** A price that operators set, in mills. @param most the highest one that is accepted */
export const catalogPrice = (most: number) =>
  z
    .int(key('catalogue:error.price'))
    .min(1000, key('catalogue:error.price'))
    .max(most, key('catalogue:error.price'))
    .multipleOf(10, key('catalogue:error.price'))
    .describe('Mills.');

/** From when prices of a form are valid. */
export const priceStart = z.iso
  .datetime({ error: key('catalogue:error.validFrom') })
  .nullable()
  .default(null)
  .describe('From when the prices are valid. Null: at once, which isn’t accepted for a higher price.');
