import { Gem } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '../../../browser/api/errors.ts';
import { useRead, useWrite } from '../../../browser/api/query.ts';
import { useIntentKey } from '../../../browser/forms/useIntentKey.ts';
import type { Output } from '../../../lib/contract/call.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { plan as calls } from '../../../lib/contract/cdn/plan.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { planDirection } from '../../../lib/rules/cdn/plan/change.ts';
import type { Period } from '../../../lib/rules/cdn/plan/period.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Changes } from './Changes.tsx';
import { purchasedPlan } from './formatPlan.ts';
import { QuoteItems } from './QuoteItems.tsx';
import { VoucherField } from './VoucherField.tsx';

type Listed = Output<typeof calls.list>;

interface ActivateDialogProps {
  domain: Domain;
  listed: Listed;
  plan: Listed['plans'][number];
  period: Period;
  onClose: () => void;
}

/** What a change of plan brings, takes and costs, to the last mill, before it is made. */
export default function ActivateDialog({ domain, listed, plan, period, onClose }: ActivateDialogProps) {
  const t = useT();
  const locale = currentLocale();
  const [code, setCode] = useState('');
  const wanted = { domainId: domain.id, plan: plan.code, period };
  const plain = useRead(calls.quote, wanted);
  const lowered = useRead(calls.quote, { ...wanted, voucher: code }, { enabled: code !== '' });
  const read = code !== '' && lowered.data ? lowered : plain;
  const quote = read.data?.quote;
  const voucherFault = code !== '' && lowered.error ? (lowered.error.fields.voucher ?? lowered.error.message) : undefined;
  const voucher = lowered.data && code !== '' ? code : undefined;

  const activate = useWrite(calls.activate, { notices: 'form' });
  const keyFor = useIntentKey();
  const [refusal, setRefusal] = useState<string | null>(null);
  const run = async () => {
    if (!quote || activate.isPending) return;
    setRefusal(null);
    const shown = { at: quote.at, total: quote.total };
    const idempotencyKey = keyFor(`${plan.code} ${period} ${voucher ?? ''} ${quote.at}`);
    try {
      await activate.mutateAsync({ ...wanted, voucher, shown, $send: { idempotencyKey } });
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!error.shown) setRefusal(error.fields.voucher ?? error.message);
      // The wallet or the plan is not what it was when the price was computed.
      void read.refetch();
    }
  };

  const direction = planDirection(purchasedPlan(listed.current), { plan: plan.code, period });
  const money = (mills: number) => formatMoney(mills, locale, { exact: true });
  // Back to this dialog.
  const returnTo = `${href('plan', { domain: domain.name })}?choose=${plan.code}&period=${period}`;
  const params = { plan: plan.name };
  const short = quote && quote.needed > 0 ? { balance: money(quote.balance), needed: money(quote.needed) } : null;
  const action = !quote || quote.total <= 0 ? t(direction === 'down' ? 'plan:dialog.change' : 'plan:dialog.activate', params) : null;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(direction === 'down' ? 'plan:dialog.down' : direction === 'same' ? 'plan:dialog.pay' : 'plan:dialog.up', params)}
      closeLabel={t('common:close')}
      icon={Gem}
      footer={
        <>
          <Button kind="ghost" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button
            kind="primary"
            busy={activate.isPending}
            busyLabel={t('plan:dialog.busy')}
            disabled={!quote || short !== null}
            reason={short ? t('plan:dialog.insufficient', short) : undefined}
            onClick={() => void run()}
          >
            {action ?? t('plan:dialog.payAction', { amount: money(quote?.total ?? 0) })}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <Changes domain={domain} listed={listed} plan={plan} />
        {quote ? (
          <QuoteItems quote={quote} plan={plan} current={listed.current} voucher={voucher} />
        ) : plain.error ? (
          <LoadError
            flush
            title={t('plan:dialog.failed')}
            message={plain.error.message}
            retryLabel={t('common:retry')}
            busy={plain.isFetching}
            onRetry={() => void plain.refetch()}
          />
        ) : (
          <Skeleton label={t('common:loading')} rows={4} />
        )}
        {quote && quote.price > 0 && (
          <VoucherField code={code} onChange={setCode} busy={lowered.isFetching} error={voucherFault} applied={voucher !== undefined} />
        )}
        {short && (
          <Banner
            tone="warning"
            live
            action={<a href={`${href('topUp')}?returnTo=${encodeURIComponent(returnTo)}`}>{t('plan:dialog.addCredit')}</a>}
          >
            {t('plan:dialog.insufficient', short)}
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
