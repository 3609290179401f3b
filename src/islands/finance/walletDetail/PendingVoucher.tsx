import { useWrite } from '../../../browser/api/query.ts';
import { voucher as calls, type Voucher } from '../../../lib/contract/finance/voucher.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { formatPercent } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';

/** The gift code for the next top-up. */
export function PendingVoucher({ voucher: { code, kind, value, max } }: { voucher: Voucher }) {
  const t = useT();
  const locale = currentLocale();
  const clear = useWrite(calls.clear);
  return (
    <Card title={t('walletDetail:voucher.title')}>
      <p className="text-ui">
        {kind === 'gift'
          ? t('walletDetail:voucher.gift', { code, worth: formatMoney(value, locale) })
          : t('walletDetail:voucher.percent', {
              code,
              worth: formatPercent(value / 100, locale),
              max: formatMoney(max ?? 0, locale),
            })}
      </p>
      <div className="mt-3">
        <Button changes size="sm" busy={clear.isPending} onClick={() => clear.mutate({})}>
          {t('walletDetail:voucher.clear')}
        </Button>
      </div>
    </Card>
  );
}
