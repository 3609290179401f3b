// Sample texts of the gallery, which exists in development only and isn't part of the product.
import en from './en.json' with { type: 'json' };
import fa from './fa.json' with { type: 'json' };

export type Texts = typeof en;
export const texts: Record<string, Texts> = { en, fa };
