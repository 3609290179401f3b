import { formatTtl } from '../../../lib/format/quantity.ts';
import { currentLocale, t } from '../../../lib/i18n/react.tsx';

/** A TTL in words: "Auto", "5 min". */
export const ttlText = (ttl: number | 'auto' | undefined): string =>
  ttl === undefined || ttl === 'auto' || Number.isNaN(ttl) ? t('dns:ttl.short') : formatTtl(ttl, currentLocale());
