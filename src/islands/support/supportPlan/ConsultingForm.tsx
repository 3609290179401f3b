import { useEffect, useState } from 'react';
import type { z } from 'zod';
import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { useFormSubmit } from '../../../browser/forms/useFormSubmit.ts';
import { useUnsavedGuard } from '../../../browser/forms/useUnsavedGuard.ts';
import { navigate } from '../../../browser/navigate.ts';
import { brand } from '../../../config/brand.ts';
import { type ConsultingForm as Form, supportPlan } from '../../../lib/contract/support/supportPlan.ts';
import { formatMoney, priceText } from '../../../lib/format/money.ts';
import { formatOfficeHours } from '../../../lib/format/officeHours.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { consultingLevels } from '../../../lib/rules/core/supportPrices.ts';
import { consultingHours } from '../../../lib/rules/support/plans.ts';
import { ticketLimits } from '../../../lib/rules/support/ticket.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { NumberInput } from '../../ui/NumberInput.tsx';
import { RadioCards } from '../../ui/RadioCards.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import type { Listed } from './PlanCards.tsx';

const schema = async () => (await import('../../../lib/contract/support/supportPlan.ts')).ConsultingForm;

/** Requests hours with an engineer: creates a ticket, with an estimate. */
export function ConsultingForm({ prices }: { prices: Listed['consulting'] }) {
  const t = useT();
  const locale = currentLocale();
  const form = useContractForm({ schema, defaultValues: { level: 'standard', hours: 2, subject: '', message: '' }, check: 'submit' });
  const { level, hours, subject, message: text } = form.watch();
  const request = useWrite(supportPlan.consulting, { notices: 'form' });
  const [sentId, setSentId] = useState<string | null>(null);
  useUnsavedGuard(Boolean(subject || text) && sentId === null);
  useEffect(() => {
    if (sentId) navigate.to(href('ticket', { ticket: sentId }));
  }, [sentId]);
  const { onSubmit, message, busy } = useFormSubmit(form, async (input: z.output<typeof Form>) => {
    setSentId((await request.mutateAsync(input)).ticket.id);
  });
  const { errors } = form.formState;
  return (
    <form noValidate onSubmit={onSubmit}>
      <Card
        title={t('supportPlan:consulting.title')}
        line
        footer={
          <>
            <span role="status" className="me-auto text-ui font-semibold text-text">
              {t('supportPlan:consulting.total', { total: formatMoney(prices[level] * Number(hours || 0), locale) })}
            </span>
            <Button kind="primary" type="submit" busy={busy || sentId !== null} busyLabel={t('supportPlan:consulting.sending')}>
              {t('supportPlan:consulting.submit')}
            </Button>
          </>
        }
      >
        <div className="grid gap-5">
          <p className="text-ui text-text-2">
            {t('supportPlan:consulting.lead', { hours: formatOfficeHours(brand.support.officeHours, locale) })}
          </p>
          <Field group label={t('supportPlan:consulting.level')}>
            <RadioCards
              value={level}
              onChange={(value) => form.setValue('level', value)}
              min={260}
              cards={consultingLevels.map((value) => ({
                value,
                label: t(`supportPlan:consulting.${value}`),
                end: t('supportPlan:consulting.perHour', { price: priceText(prices[value], locale) }),
                description: t(`supportPlan:consulting.${value}Text`),
              }))}
            />
          </Field>
          <div className="grid gap-5 sm:grid-cols-[160px_minmax(0,1fr)]">
            <Field label={t('supportPlan:consulting.hours')} error={errors.hours?.message}>
              <NumberInput
                value={typeof hours === 'number' ? hours : null}
                onChange={(value) => form.setValue('hours', value, { shouldValidate: form.formState.isSubmitted })}
                {...consultingHours}
                decreaseLabel={t('supportPlan:consulting.less')}
                increaseLabel={t('supportPlan:consulting.more')}
              />
            </Field>
            <Field label={t('supportPlan:consulting.subject')} error={errors.subject?.message}>
              <TextInput {...form.register('subject')} maxLength={ticketLimits.title} autoComplete="off" dir="auto" />
            </Field>
          </div>
          <Field label={t('supportPlan:consulting.message')} error={errors.message?.message}>
            <Textarea {...form.register('message')} rows={4} dir="auto" grow />
          </Field>
          {message && (
            <Banner tone="danger" live>
              {message}
            </Banner>
          )}
        </div>
      </Card>
    </form>
  );
}
