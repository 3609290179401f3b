import type { OperatorGiftCode } from '../../../lib/contract/finance/operatorTopUp.ts';
import { formatPercent } from '../../../lib/format/number.ts';
import { currentLocale, t } from '../../../lib/i18n/react.tsx';
import { short } from '../shared/money.ts';

export type Gift = OperatorGiftCode & { id: string };

/** “$5”, or “10% up to $20”. */
export function worthText({ percent, amount }: Pick<Gift, 'percent' | 'amount'>): string {
  const locale = currentLocale();
  const most = short(amount, locale);
  return percent === null ? most : t('operatorTopUp:gift.upTo', { percent: formatPercent(percent / 100, locale), amount: most });
}
