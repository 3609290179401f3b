import { ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '../../../browser/api/errors.ts';
import { useRead, useWrite } from '../../../browser/api/query.ts';
import { useIntentKey } from '../../../browser/forms/useIntentKey.ts';
import { notify } from '../../../browser/stores/snackbars.ts';
import { wallet } from '../../../lib/contract/core/wallet.ts';
import { type InvoiceDetail, invoice } from '../../../lib/contract/finance/invoice.ts';
import { type Payment, payment } from '../../../lib/contract/finance/payment.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { type RadioCard, RadioCards } from '../../ui/RadioCards.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { openGateway } from '../shared/openGateway.ts';

interface PayDialogProps {
  open: boolean;
  detail: InvoiceDetail;
  onClose: () => void;
}

type Method = 'wallet' | Payment['gateway'];

/** Pays a proforma invoice from the wallet, with the remaining balance shown first, or through a gateway. Credit is paid through a gateway only. */
export default function PayDialog({ open, detail: { id, number, total, kind }, onClose }: PayDialogProps) {
  const t = useT();
  const balance = useRead(wallet.balance, {}).data?.balance;
  const gateways = useRead(payment.gateways, {}).data?.gateways;
  const pay = useWrite(invoice.pay, { notices: 'form' });
  const keyFor = useIntentKey();
  const [chosen, setChosen] = useState<Method | null>(null);
  const [starts, setStarts] = useState(0);
  const [refusal, setRefusal] = useState<string | null>(null);
  const money = (mills: number) => formatMoney(mills, currentLocale(), { exact: true });
  const isReady = balance !== undefined && gateways !== undefined;
  const needed = Math.max(0, total - (balance ?? 0));
  const cards: RadioCard<Method>[] = [
    ...(kind === 'credit'
      ? []
      : [
          {
            value: 'wallet' as const,
            label: t('invoice:detail.wallet'),
            description: t('invoice:detail.walletText', { balance: money(balance ?? 0) }),
            disabled: needed > 0,
            reason: t('invoice:detail.walletShort', { balance: money(balance ?? 0), needed: money(needed) }),
          },
        ]),
    ...(gateways ?? []).map((one) => ({
      value: one.id,
      label: t(`payment:gateway.${one.id}`),
      description: t(`payment:gatewayText.${one.id}`),
    })),
  ];
  const method = chosen ?? cards.find(({ disabled }) => !disabled)?.value ?? null;
  const run = async () => {
    if (method === null) return;
    setRefusal(null);
    const how = method === 'wallet' ? { method } : { method: 'gateway' as const, gateway: method };
    try {
      const key = keyFor(`${id} ${method} ${starts}`);
      const { redirectUrl } = await pay.mutateAsync({ invoiceId: id, ...how, $send: { idempotencyKey: key } });
      // Returning from the gateway and paying again means a new payment.
      setStarts(starts + 1);
      onClose();
      if (redirectUrl === null || method === 'wallet') notify({ type: 'success', title: t('invoice:paidDone') });
      else openGateway(method, redirectUrl);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!error.shown) setRefusal(error.message);
    }
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('invoice:detail.payTitle', { number: number ?? '' })}
      closeLabel={t('common:close')}
      icon={ReceiptText}
      footer={
        <>
          <Button kind="ghost" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button
            kind="primary"
            busy={pay.isPending}
            busyLabel={t(method === 'wallet' ? 'common:saving' : 'payment:opening')}
            disabled={!isReady || method === null}
            onClick={() => void run()}
          >
            {t('invoice:detail.payAction', { amount: money(total) })}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {!isReady ? (
          <Skeleton label={t('common:loading')} rows={2} />
        ) : (
          <>
            {cards.length > 0 && <RadioCards label={t('invoice:detail.method')} value={method} onChange={setChosen} cards={cards} />}
            {method === null ? (
              <Banner tone="warning" live>
                {t('invoice:detail.noMethod')}
              </Banner>
            ) : (
              <p>
                {method === 'wallet'
                  ? t('invoice:detail.payText', { amount: money(total), balance: money(balance), after: money(balance - total) })
                  : t('invoice:detail.gatewayText', { amount: money(total) })}
              </p>
            )}
          </>
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
