import { Headset } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '../../../browser/api/errors.ts';
import { staleGroups, useRead, useWrite } from '../../../browser/api/query.ts';
import { useIntentKey } from '../../../browser/forms/useIntentKey.ts';
import { wallet } from '../../../lib/contract/core/wallet.ts';
import { supportPlan } from '../../../lib/contract/support/supportPlan.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import type { SupportPeriod } from '../../../lib/rules/core/supportPrices.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import type { Listed } from './PlanCards.tsx';

interface ActivateSupportProps {
  plan: Listed['plans'][number];
  period: SupportPeriod;
  current: Listed['current'];
  onClose: () => void;
}

/** The price of a plan, before it is paid. */
export function ActivateSupport({ plan, period, current, onClose }: ActivateSupportProps) {
  const t = useT();
  const locale = currentLocale();
  const balance = useRead(wallet.balance, {}).data?.balance ?? null;
  const activate = useWrite(supportPlan.activate, { notices: 'form' });
  const keyFor = useIntentKey();
  const [refusal, setRefusal] = useState<string | null>(null);
  const price = plan.price?.[period] ?? 0;
  const money = (mills: number) => formatMoney(mills, locale);
  const isShort = balance !== null && balance < price;
  const run = async () => {
    if (activate.isPending) return;
    setRefusal(null);
    try {
      // One idempotency key per intent: extending the plan again is another one.
      const idempotencyKey = keyFor(`${plan.id} ${period} ${price} ${current.endsAt ?? ''}`);
      await activate.mutateAsync({ plan: plan.id, period, shown: price, $send: { idempotencyKey } });
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'supportPlan:error.changed') staleGroups(['supportPlan']);
      if (!error.shown) setRefusal(error.message);
    }
  };
  const isSame = plan.id === current.plan;
  return (
    <Dialog
      open
      centred
      icon={Headset}
      onClose={onClose}
      title={t(isSame ? 'supportPlan:dialog.extend' : 'supportPlan:dialog.title', { plan: t(`supportPlan:plan.${plan.id}`) })}
      closeLabel={t('common:close')}
      footer={
        <>
          <Button kind="ghost" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button
            kind="primary"
            disabled={isShort}
            busy={activate.isPending}
            busyLabel={t('supportPlan:dialog.busy')}
            onClick={() => void run()}
          >
            {t('supportPlan:dialog.pay', { amount: money(price) })}
          </Button>
        </>
      }
    >
      <div className="grid gap-3 text-ui">
        <p>{t('supportPlan:dialog.text', { amount: money(price) })}</p>
        {!isSame && current.endsAt !== null && <p>{t('supportPlan:dialog.rest')}</p>}
        {balance !== null && !isShort && (
          <p className="text-text-2">{t('supportPlan:dialog.after', { balance: money(balance - price) })}</p>
        )}
        {isShort && (
          <Banner tone="warning" live>
            {t('supportPlan:dialog.low', { balance: money(balance), needed: money(price - balance) })}
          </Banner>
        )}
        {refusal && (
          <Banner tone="danger" live>
            {refusal}
          </Banner>
        )}
      </div>
    </Dialog>
  );
}
