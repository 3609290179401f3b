import type { OperatorVoucher } from '../../../lib/contract/cdn/operatorVoucher.ts';
import { priceText } from '../../../lib/format/money.ts';
import { formatPercent } from '../../../lib/format/number.ts';
import { currentLocale } from '../../../lib/i18n/react.tsx';

export type Voucher = OperatorVoucher & { id: string };

/** “$10”, or “20%”. */
export function worthText({ percent, amount }: Pick<Voucher, 'percent' | 'amount'>): string {
  const locale = currentLocale();
  return percent === null ? priceText(amount ?? 0, locale) : formatPercent(percent / 100, locale);
}
