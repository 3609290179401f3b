import { NOTICE_DAYS, noticeDays } from '../../lib/rules/core/priceNotice.ts';
import type { SignedIn } from './implement.ts';

/** The warning of a preview about a rise that comes too soon. @param validFrom epoch ms */
export function noticeWarnings({ t, now }: Pick<SignedIn, 't' | 'now'>, isRise: boolean, validFrom: number): string[] {
  const days = noticeDays(validFrom, now);
  return isRise && days < NOTICE_DAYS
    ? [t('catalogue:preview.shortNotice', { count: days, n: String(days), least: String(NOTICE_DAYS) })]
    : [];
}
