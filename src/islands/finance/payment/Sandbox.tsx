import { SearchX } from 'lucide-react';
import { useState } from 'react';
import { readAddress } from '../../../browser/address.ts';
import { useRead, useWrite } from '../../../browser/api/query.ts';
import { navigate } from '../../../browser/navigate.ts';
import { payment as calls, sandboxCardKinds, type sandboxOutcomes } from '../../../lib/contract/finance/payment.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { cardTitle, sandboxCards } from '../../../lib/rules/finance/card.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Field } from '../../ui/Field.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { RadioCards } from '../../ui/RadioCards.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** The page of the sandbox gateway, instead of a bank's. */
export default function Sandbox() {
  const t = useT();
  const { payment: paymentId } = readAddress(location.search, { payment: '' });
  const isKnown = /^[\w-]{1,64}$/.test(paymentId);
  const read = useRead(calls.get, { paymentId }, { enabled: isKnown });
  const payment = read.data?.payment;
  return (
    <>
      <PageHeader title={t('payment:sandbox.title')} description={t('payment:sandbox.lead')} />
      <div className="grid max-w-[480px] gap-[18px]">
        <Banner tone="warning">{t('payment:sandbox.note')}</Banner>
        <Card>
          {!isKnown || read.error?.status === 404 || (payment && payment.gateway !== 'sandbox') ? (
            <EmptyState
              icon={SearchX}
              title={t('payment:result.unknown')}
              description={t('payment:result.unknownText')}
              action={
                <LinkButton kind="secondary" href={href('wallet')}>
                  {t('payment:result.wallet')}
                </LinkButton>
              }
            />
          ) : payment ? (
            <Bank paymentId={payment.id} amount={payment.amount} saves={payment.saveCard} />
          ) : read.error ? (
            <LoadError
              flush
              title={t('payment:result.failedRead')}
              message={read.error.message}
              retryLabel={t('common:retry')}
              busy={read.isFetching}
              onRetry={() => void read.refetch()}
            />
          ) : (
            <Skeleton label={t('common:loading')} rows={4} />
          )}
        </Card>
      </div>
    </>
  );
}

function Bank({ paymentId, amount, saves }: { paymentId: string; amount: number; saves: boolean }) {
  const t = useT();
  const [card, setCard] = useState<(typeof sandboxCardKinds)[number]>('accepted');
  const choose = useWrite(calls.sandboxChoose);
  const answer = (outcome: (typeof sandboxOutcomes)[number]) => {
    if (choose.isPending) return;
    choose.mutate(
      { paymentId, outcome, ...(saves && { card }) },
      { onSettled: () => navigate.to(`${href('topUpReturn')}?payment=${paymentId}`) },
    );
  };
  const chosen = choose.isPending ? choose.variables.outcome : null;
  return (
    <div className="grid gap-5">
      <div>
        <p className="text-ui">{t('payment:sandbox.amount')}</p>
        <p className="text-figure-lg text-text">
          <bdi>{formatMoney(amount, currentLocale())}</bdi>
        </p>
      </div>
      {saves && (
        <Field label={t('payment:sandbox.card')} group>
          <RadioCards
            value={card}
            onChange={setCard}
            min={180}
            cards={sandboxCardKinds.map((kind) => ({
              value: kind,
              label: <bdi>{cardTitle({ brand: 'visa', last4: sandboxCards[kind] })}</bdi>,
              description: t(`payment:sandbox.cardKind.${kind}`),
            }))}
          />
        </Field>
      )}
      <div className="grid gap-2">
        <Button kind="primary" size="lg" block busy={chosen === 'pay'} onClick={() => answer('pay')}>
          {t('payment:sandbox.pay')}
        </Button>
        <Button block busy={chosen === 'delay'} onClick={() => answer('delay')}>
          {t('payment:sandbox.delay')}
        </Button>
        <p className="text-center text-caption text-text-3">{t('payment:sandbox.delayText')}</p>
        <Button block busy={chosen === 'fail'} onClick={() => answer('fail')}>
          {t('payment:sandbox.fail')}
        </Button>
        <Button kind="ghost" block busy={chosen === 'cancel'} onClick={() => answer('cancel')}>
          {t('payment:sandbox.cancel')}
        </Button>
      </div>
    </div>
  );
}
