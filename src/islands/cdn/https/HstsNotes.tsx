import { CircleCheck, CircleDashed } from 'lucide-react';
import type { HstsForm, Https } from '../../../lib/contract/cdn/https.ts';
import { formatDate } from '../../../lib/format/date.ts';
import { formatDuration } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { hstsHeader, preloadNeeds } from '../../../lib/rules/cdn/https/hsts.ts';
import { Banner } from '../../ui/Banner.tsx';
import { ConflictBanner, type ConflictBannerProps } from '../../ui/ConflictBanner.tsx';

interface HstsProps {
  https: Https;
  hsts: HstsForm;
}

/** The requirements of the preload list, and which are met. */
export function HstsNeeds({ https, hsts }: HstsProps) {
  const t = useT();
  return (
    <div className="mt-2 ps-[25px] text-help">
      <p className="text-text-2">{t('https:hsts.needs')}</p>
      <ul className="mt-1 grid gap-1">
        {preloadNeeds(https, hsts).map(({ need, met }) => {
          const Sign = met ? CircleCheck : CircleDashed;
          return (
            <li key={need} className="flex gap-2 text-text">
              <Sign
                role="img"
                aria-label={t(met ? 'https:hsts.met' : 'https:hsts.unmet')}
                className={met ? 'size-4 flex-none text-success' : 'size-4 flex-none text-text-3'}
              />
              {t(`https:hsts.need.${need}`)}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** The header that browsers will get, and what they may still remember. */
export function HstsEffect({ https: { hstsRememberedUntil }, hsts }: HstsProps) {
  const t = useT();
  const isRemembered = hstsRememberedUntil !== null && new Date(hstsRememberedUntil).getTime() > Date.now();
  return (
    <>
      {hsts.enabled ? (
        <div className="text-help">
          <p className="text-text-2">{t('https:hsts.header')}</p>
          <p dir="ltr" className="mono mt-1 rounded-[var(--r-md)] bg-hover px-3 py-2 text-text [overflow-wrap:anywhere]">
            Strict-Transport-Security: {hstsHeader(hsts)}
          </p>
        </div>
      ) : (
        <p className="text-help text-text-2">{t(isRemembered ? 'https:hsts.headerForget' : 'https:hsts.headerOff')}</p>
      )}
      {isRemembered && !hsts.enabled && (
        <Banner tone="warning">{t('https:hsts.forget', { date: formatDate(hstsRememberedUntil, currentLocale()) })}</Banner>
      )}
    </>
  );
}

const steps = ['step1', 'step2', 'step3'] as const;

/** How to turn it on safely, and why it can't be reverted quickly. */
export function HstsSteps() {
  const t = useT();
  return (
    <Banner tone="info">
      <p className="font-semibold">{t('https:hsts.steps')}</p>
      <ol className="mt-1 grid list-decimal gap-0.5 ps-5 [&:lang(fa)]:[list-style-type:persian]">
        {steps.map((step) => (
          <li key={step}>{t(`https:hsts.${step}`)}</li>
        ))}
      </ol>
      <p className="mt-2">{t('https:hsts.back')}</p>
    </Banner>
  );
}

interface HstsConflictProps extends Pick<ConflictBannerProps, 'busy' | 'onRetain' | 'onAdopt'> {
  mine: HstsForm;
  theirs: HstsForm;
}

/** HSTS was saved elsewhere in the meantime. */
export function HstsConflict({ mine, theirs, ...rest }: HstsConflictProps) {
  const t = useT();
  const state = (on: boolean) => t(on ? 'https:hsts.on' : 'https:hsts.off');
  const time = ({ maxAge }: HstsForm) => formatDuration(maxAge, currentLocale());
  return (
    <ConflictBanner
      {...rest}
      title={t('https:hsts.conflict')}
      retainLabel={t('common:keepWriting')}
      rows={[
        { label: t('https:hsts.title'), mine: state(mine.enabled), theirs: state(theirs.enabled) },
        { label: t('https:hsts.maxAge'), mine: time(mine), theirs: time(theirs) },
        { label: t('https:hsts.subdomains'), mine: state(mine.includeSubdomains), theirs: state(theirs.includeSubdomains) },
        { label: t('https:hsts.preload'), mine: state(mine.preload), theirs: state(theirs.preload) },
      ]}
    />
  );
}
