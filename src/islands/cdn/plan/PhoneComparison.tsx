import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { comparePlans } from '../../../lib/rules/cdn/plan/difference.ts';
import { planCodes } from '../../../lib/rules/core/plans.ts';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import { Cell, Head, HeadCell, Row, Table } from '../../ui/Table.tsx';
import { Choice, type ChoiceProps } from './Choice.tsx';
import { compareBy, Value } from './Comparison.tsx';

/** The plan of the domain beside one other, which is chosen above them: the next higher one at first. Losses are marked. */
export function PhoneComparison({ listed, period, onChoose }: Omit<ChoiceProps, 'offer'>) {
  const t = useT();
  const { plans, current, unsupported } = listed;
  const place = planCodes.indexOf(current.code);
  const [code, setCode] = useState(planCodes[place + 1] ?? planCodes[place - 1] ?? current.code);
  const offer = plans.find((plan) => plan.code === code);
  const active = plans.find((plan) => plan.code === current.code);
  if (!offer || !active) return null;
  const { losses } = comparePlans(active, offer, unsupported);
  const lost = new Set<string>([...losses.features, ...losses.limits.map(({ limit }) => limit)]);
  const lines = compareBy(t, currentLocale(), period, unsupported);
  const [price] = lines;
  // The period of the plan that the domain has can be changed as well; it is then beside nothing.
  const shown = offer === active ? [active] : [active, offer];
  return (
    <Card
      flush
      footer={
        <div className="w-full">
          <Choice offer={offer} listed={listed} period={period} onChoose={onChoose} />
        </div>
      }
    >
      <div className="p-[18px]">
        <Field label={t('plan:compare.with')}>
          <Select
            label={t('plan:compare.with')}
            closeLabel={t('common:close')}
            value={code}
            onChange={setCode}
            options={plans.map((plan) => ({
              value: plan.code,
              label: plan.name,
              end: plan === active ? t('plan:card.current') : String(price?.value(plan) ?? ''),
            }))}
          />
        </Field>
      </div>
      <Table label={t('plan:compare.title')} widths={['40%', ...shown.map(() => `${60 / shown.length}%`)]}>
        <Head>
          <HeadCell>{t('plan:compare.plan')}</HeadCell>
          {shown.map((plan) => (
            <HeadCell key={plan.code} aria-current={plan === active || undefined}>
              {plan.name}
            </HeadCell>
          ))}
        </Head>
        <tbody>
          {lines
            .filter(({ value }) => shown.some((plan) => value(plan) !== false))
            .map(({ key, label, value }) => (
              <Row key={key} plain>
                <th scope="row">{label}</th>
                {shown.map((plan) => (
                  <Cell key={plan.code}>
                    <span className="flex items-center gap-1.5">
                      <Value value={value(plan)} />
                      {plan === offer && lost.has(key) && (
                        <>
                          <TriangleAlert aria-hidden className="size-4 flex-none text-warning" />
                          <span className="sr-only">{t('plan:dialog.losses')}</span>
                        </>
                      )}
                    </span>
                  </Cell>
                ))}
              </Row>
            ))}
        </tbody>
      </Table>
    </Card>
  );
}
