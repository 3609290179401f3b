import { useCallback } from 'react';
import { formatTtl } from '../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../lib/i18n/react.tsx';

/** A TTL in words: "Auto", "5 min". */
export function useTtlText() {
  const t = useT();
  return useCallback(
    (ttl: number | 'auto' | undefined) =>
      ttl === undefined || ttl === 'auto' || Number.isNaN(ttl) ? t('dns:ttl.short') : formatTtl(ttl, currentLocale()),
    [t],
  );
}
