import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWrite } from '../../../browser/api/query.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import { dnssec as calls, type Dnssec } from '../../../lib/contract/cdn/dnssec.ts';
import { formatAge, formatDateTime } from '../../../lib/format/date.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { cx } from '../../ui/cx.ts';

const steps = ['publish', 'registrar', 'parent', 'finish'] as const;
type Step = (typeof steps)[number];
type Roll = NonNullable<Dnssec['roll']>;
interface RollState {
  domainId: string;
  state: Dnssec;
  roll: Roll;
}

/** A key roll under way: the way to its end, with what is expected and what is observed at each step. */
export default function RollCard({ domainId, state, roll }: RollState) {
  const t = useT();
  const locale = currentLocale();
  const cancel = useWrite(calls.cancelRoll);
  const at = steps.indexOf(roll.step);
  const confirmCancel = () =>
    openDialog({
      kind: 'confirm',
      title: t('dnssec:roll.cancel.confirm'),
      description: t('dnssec:roll.cancel.text'),
      action: t('dnssec:roll.cancel.action'),
      run: () => cancel.mutateAsync({ domainId }),
    });
  return (
    <Card
      title={t('dnssec:roll.path.title')}
      sub={t('dnssec:roll.path.started', { time: formatAge(roll.startedAt, locale) })}
      footer={
        roll.canCancel ? (
          <Button changes kind="secondary" busy={cancel.isPending} onClick={confirmCancel}>
            {t('dnssec:roll.cancel.action')}
          </Button>
        ) : (
          <p className="text-caption text-text-3">{t('dnssec:roll.cancel.late')}</p>
        )
      }
    >
      {roll.unansweredAt && (
        <Banner tone="warning" live className="mb-4">
          {t('dnssec:roll.unanswered', { time: formatAge(roll.unansweredAt, locale) })}
        </Banner>
      )}
      <ol aria-label={t('dnssec:roll.path.title')}>
        {steps.map((step, index) => {
          const isDone = index < at;
          const isCurrent = index === at;
          return (
            <li
              key={step}
              className="group relative flex gap-3 pb-5 last:pb-0"
              data-state={isDone ? 'done' : isCurrent ? 'current' : 'coming'}
              aria-current={isCurrent ? 'step' : undefined}
            >
              <span aria-hidden className="absolute start-[12.5px] top-8 bottom-1 w-px bg-border-strong group-last:hidden" />
              <span className="step-dot size-[26px]">{isDone ? <Check aria-hidden /> : formatNumber(index + 1, locale)}</span>
              <div className="min-w-0 pt-0.5">
                <h3 className={cx('text-ui font-semibold', isDone || isCurrent ? 'text-text' : 'text-text-2')}>
                  {t(`dnssec:roll.${step}.title`)}
                  {isDone && <span className="sr-only"> {t('dnssec:roll.path.done')}</span>}
                </h3>
                <StepFacts step={step} isReached={index <= at} state={state} roll={roll} />
              </div>
            </li>
          );
        })}
      </ol>
    </Card>
  );
}

function StepFacts({ step, isReached, state, roll }: Omit<RollState, 'domainId'> & { step: Step; isReached: boolean }) {
  const t = useT();
  const tags = { old: String(state.key?.keyTag), next: String(roll.key.keyTag) };
  return (
    <dl className="mt-1 grid gap-1 text-caption">
      <Fact label={t('dnssec:roll.path.expected')}>{t(`dnssec:roll.${step}.expected`, tags)}</Fact>
      {isReached && (
        <Fact label={t('dnssec:roll.path.seen')}>
          {step === 'publish' ? (
            <Published state={state} roll={roll} />
          ) : step === 'registrar' ? (
            <AtParent state={state} roll={roll} />
          ) : (
            <Waits roll={roll} />
          )}
        </Fact>
      )}
    </dl>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex flex-col gap-x-3 sm:flex-row">
    <dt className="w-20 flex-none text-text-3">{label}</dt>
    <dd className="min-w-0 text-text-2">{children}</dd>
  </div>
);

function Published({ state, roll: { step, publishedAt, until } }: Omit<RollState, 'domainId'>) {
  const t = useT();
  const locale = currentLocale();
  if (!publishedAt) return t('dnssec:roll.publish.waiting', { old: String(state.key?.keyTag) });
  const time = formatDateTime(publishedAt, locale);
  return step === 'publish' && until
    ? t('dnssec:roll.publish.until', { time, until: formatDateTime(until, locale) })
    : t('dnssec:roll.publish.done', { time });
}

/** The DS records of the parent, by whose key they are. */
function AtParent({ state, roll }: Omit<RollState, 'domainId'>) {
  const t = useT();
  const tags = [...new Set(state.parent.ds.map((one) => Number(one.split(' ')[0])))];
  if (tags.length === 0) return t(`dnssec:parent.${state.parent.state === 'unchecked' ? 'unchecked' : 'none'}`);
  const whose = (tag: number) => (tag === roll.key.keyTag ? 'next' : tag === state.key?.keyTag ? 'old' : 'other');
  return (
    <ul>
      {tags.map((tag) => (
        <li key={tag}>{t(`dnssec:roll.registrar.${whose(tag)}`, { tag: String(tag) })}</li>
      ))}
    </ul>
  );
}

function Waits({ roll: { until } }: { roll: Roll }) {
  const t = useT();
  return until && t('dnssec:roll.parent.until', { until: formatDateTime(until, currentLocale()) });
}
