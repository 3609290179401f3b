import { ArrowRight, Globe } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { z } from 'zod';
import { ApiError } from '../../../browser/api/errors.ts';
import { useRead, useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { useFormSubmit } from '../../../browser/forms/useFormSubmit.ts';
import { useIntentKey } from '../../../browser/forms/useIntentKey.ts';
import { useUnsavedGuard } from '../../../browser/forms/useUnsavedGuard.ts';
import { navigate } from '../../../browser/navigate.ts';
import { selectDomain } from '../../../browser/stores/domain.ts';
import { type AddDomainForm, domain } from '../../../lib/contract/cdn/domain.ts';
import { wallet } from '../../../lib/contract/core/wallet.ts';
import { priceText } from '../../../lib/format/money.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { listedDomains } from '../../../lib/reads.ts';
import { href } from '../../../lib/routes/index.ts';
import { planCodes } from '../../../lib/rules/core/plans.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { NameField } from './NameField.tsx';
import { PlanField } from './PlanField.tsx';
import { TermsField } from './TermsField.tsx';
import { WizardFrame } from './WizardFrame.tsx';

/** Loaded when the first field loses focus: zod is a fifth of the page's size. */
const schema = async () => (await import('../../../lib/contract/cdn/domain.ts')).AddDomainForm;

/** The plan requested by a link, such as the calculator's. */
const requestedPlan = () => planCodes.find((code) => code === new URLSearchParams(location.search).get('plan')) ?? 'free';

/** First step: name, plan and terms. Adding the domain opens its records. */
export default function AddDomain() {
  const t = useT();
  const locale = currentLocale();
  const listed = useRead(domain.list, listedDomains);
  const plans = useRead(domain.plans, {});
  const terms = useRead(domain.terms, {});
  const { data: money } = useRead(wallet.balance, {});
  const isFirst = listed.data?.total === 0;

  const [startPlan] = useState(requestedPlan);
  const form = useContractForm({ schema, defaultValues: { name: '', plan: startPlan, termsVersion: '' } });
  const { plan, name } = form.watch();
  const version = terms.data?.terms.version;
  useEffect(() => {
    if (version) form.setValue('termsVersion', version);
  }, [version, form]);

  const add = useWrite(domain.add, { notices: 'form' });
  const keyFor = useIntentKey();
  const [added, setAdded] = useState<string | null>(null);
  useUnsavedGuard((Boolean(name) || plan !== startPlan) && added === null);
  useEffect(() => {
    if (added) navigate.to(href('setupRecords', { domain: added }));
  }, [added]);
  const chosen = plans.data?.plans.find(({ code }) => code === plan);
  const price = chosen?.price.monthly ?? 0;
  const { onSubmit, message, busy } = useFormSubmit(form, async (values: z.output<typeof AddDomainForm>) => {
    try {
      const answer = await add.mutateAsync({
        ...values,
        shown: price,
        $send: { idempotencyKey: keyFor(`${values.name} ${values.plan} ${price}`) },
      });
      void selectDomain(answer.domain, async () => answer.domain);
      setAdded(answer.domain.name);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'domain:error.termsVersion') void terms.refetch();
      if (error instanceof ApiError && error.code === 'domain:error.changed') void plans.refetch();
      throw error;
    }
  });

  const lacks = money !== undefined && money.balance < price;
  const failed = plans.error ?? terms.error;
  const isReady = plans.data && terms.data;
  return (
    <WizardFrame title={isFirst ? t('domain:add.firstTitle') : t('domain:add.title')} lead={t('domain:add.lead')} current={0}>
      {failed ? (
        <LoadError
          title={t('domain:add.loadFailed')}
          message={failed.message}
          retryLabel={t('common:retry')}
          onRetry={() => {
            if (plans.error) void plans.refetch();
            if (terms.error) void terms.refetch();
          }}
          busy={plans.isFetching || terms.isFetching}
        />
      ) : !isReady ? (
        <Card>
          <Skeleton label={t('common:loading')} rows={6} />
        </Card>
      ) : (
        <form noValidate onSubmit={onSubmit}>
          <Card
            className="shadow-2"
            footer={
              <>
                <span className="me-auto text-help text-text-3">{price === 0 && t('domain:add.nothingCharged')}</span>
                <LinkButton kind="ghost" href={href('domains')}>
                  {t('common:cancel')}
                </LinkButton>
                <Button
                  kind="primary"
                  type="submit"
                  trailing={ArrowRight}
                  busy={busy || added !== null}
                  busyLabel={t('domain:add.adding')}
                  disabled={lacks}
                  reason={
                    lacks
                      ? t('domain:add.payReason', { amount: priceText(price, locale), balance: priceText(money.balance, locale) })
                      : undefined
                  }
                >
                  {price > 0 ? t('domain:add.pay', { amount: priceText(price, locale) }) : t('domain:addDomain')}
                </Button>
              </>
            }
          >
            <div className="grid gap-6 p-2">
              <NameField form={form} icon={Globe} />
              <PlanField
                plans={plans.data.plans}
                value={plan}
                onChange={(code) => form.setValue('plan', code, { shouldValidate: true })}
                error={form.formState.errors.plan?.message}
              />
              {price > 0 && money && <Charge price={price} balance={money.balance} />}
              <TermsField form={form} html={terms.data.terms.html} />
              {message && (
                <Banner tone="danger" live>
                  {message} <Needed error={add.error} />
                </Banner>
              )}
            </div>
          </Card>
        </form>
      )}
    </WizardFrame>
  );
}

/** The amount that a paid plan charges now, and the remaining balance. */
function Charge({ price, balance }: { price: number; balance: number }) {
  const t = useT();
  const locale = currentLocale();
  const amount = priceText(price, locale);
  const now = priceText(balance, locale);
  if (balance < price)
    return (
      <Banner tone="warning" live>
        {t('domain:add.insufficient', { amount, balance: now, needed: priceText(price - balance, locale) })}
      </Banner>
    );
  return (
    <Banner tone="info" live>
      {t('domain:add.charge', { amount, after: priceText(balance - price, locale) })}
    </Banner>
  );
}

/** The missing amount, as reported by the provider. */
function Needed({ error }: { error: ApiError | null }) {
  const t = useT();
  const needed = error?.details.needed;
  return typeof needed === 'number' ? t('domain:add.needed', { amount: priceText(needed, currentLocale()) }) : null;
}
