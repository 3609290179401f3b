import { persistentAtom } from '@nanostores/persistent';
import type { ProductLine } from '../../lib/routes/route.ts';
import './storage.ts';

/** The two product lines that customers can switch between. */
export type Product = Extract<ProductLine, 'cdn' | 'cloud'>;

/** The product whose menu is shown on pages outside both; stored on this device. */
export const $product = persistentAtom<Product>('nasim:product', 'cdn', {
  encode: (product) => product,
  decode: (text) => (text === 'cloud' ? 'cloud' : 'cdn'),
});
