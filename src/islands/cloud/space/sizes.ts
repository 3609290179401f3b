import type { Space } from '../../../lib/contract/cloud/space.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { formatBytes } from '../../../lib/format/quantity.ts';
import { currentLocale, t } from '../../../lib/i18n/react.tsx';
import { GB } from '../../../lib/rules/cloud/space/limits.ts';

/** A size in gigabytes: "50 GB". */
export const sizeText = (gigabytes: number): string =>
  t('space:gigabytes', { n: formatNumber(gigabytes, currentLocale(), { maximumFractionDigits: 1 }) });

/** Bytes of an object or of all objects. */
export const bytesText = (bytes: number): string => (bytes >= GB ? sizeText(bytes / GB) : formatBytes(bytes, currentLocale()));

export const usageText = ({ used, size }: Pick<Space, 'used' | 'size'>): string =>
  t('space:usageOf', { used: bytesText(used), size: sizeText(size) });
