import { Circle, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { START_COOKIE, saveCookie } from '../../../browser/stores/cookies.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import type { Locale } from '../../../lib/i18n/locales.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Meter } from '../../ui/Meter.tsx';

const steps = ['account', 'domain', 'records', 'nameServers'] as const;
type Step = (typeof steps)[number];

/** What is done already, judged by the account itself: nothing is ticked by hand. */
export function doneSteps(domains: readonly Domain[]): Record<Step, boolean> {
  return {
    account: true,
    domain: domains.length > 0,
    records: domains.some(({ records }) => records > 0),
    nameServers: domains.some(({ status }) => status === 'active' || status === 'inactive'),
  };
}

interface GettingStartedProps {
  domains: readonly Domain[];
  /** As the cookie of this device says, which the server reads too. */
  isHidden: boolean;
  locale: Locale;
}

/** The way from an empty account to a domain that answers. It leaves by itself when the way is done. */
export function GettingStarted({ domains, isHidden, locale }: GettingStartedProps) {
  const t = useT();
  const [hidden, setHidden] = useState(isHidden);
  const hide = () => {
    saveCookie(START_COOKIE, 'yes');
    setHidden(true);
  };
  const done = doneSteps(domains);
  const count = steps.filter((step) => done[step]).length;
  if (count === steps.length || (hidden && domains.length > 0)) return null;
  const next = steps.find((step) => !done[step]);
  const [domain] = domains;
  const target: Record<Step, string | null> = {
    account: null,
    domain: href('domainAdd'),
    records: domain ? href('dns', { domain: domain.name }) : null,
    nameServers: domain ? href('overview', { domain: domain.name }) : null,
  };
  const progress = t('shell:dashboard.checklist.progress', { done: formatNumber(count, locale), all: formatNumber(steps.length, locale) });
  return (
    <Card
      title={t('shell:dashboard.checklist.title')}
      sub={progress}
      actions={
        domains.length > 0 && (
          <Button kind="ghost" size="sm" onClick={hide}>
            {t('shell:dashboard.checklist.hide')}
          </Button>
        )
      }
    >
      <Meter value={count / steps.length} />
      <ol className="mt-4 grid gap-1">
        {steps.map((step) => {
          const to = target[step];
          return (
            <li key={step} className="flex items-start gap-3 py-2">
              {done[step] ? (
                <CircleCheck aria-hidden className="mt-0.5 size-4.5 flex-none text-success" />
              ) : (
                <Circle aria-hidden className="mt-0.5 size-4.5 flex-none text-text-3" />
              )}
              <span className="me-auto min-w-0">
                <span className={done[step] ? 'text-ui text-text-3' : 'text-ui font-semibold text-text'}>
                  {t(`shell:dashboard.checklist.${step}.title`)}
                </span>
                <span className="sr-only"> {t(done[step] ? 'shell:dashboard.checklist.done' : 'shell:dashboard.checklist.open')}</span>
                {!done[step] && <span className="block text-caption text-text-3">{t(`shell:dashboard.checklist.${step}.text`)}</span>}
              </span>
              {!done[step] && to && (
                <LinkButton size="sm" kind={step === next ? 'primary' : 'secondary'} href={to}>
                  {t(`shell:dashboard.checklist.${step}.action`)}
                </LinkButton>
              )}
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
