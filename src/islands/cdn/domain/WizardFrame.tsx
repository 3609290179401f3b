import { BookOpen, Clock, FileText, Globe, KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath } from '../../../lib/routes/index.ts';
import { Stepper } from '../../ui/Stepper.tsx';
import { WindArt } from '../../ui/WindArt.tsx';
import { addSteps } from './steps.ts';

interface WizardFrameProps {
  title: ReactNode;
  lead: ReactNode;
  current: number;
  children: ReactNode;
  /** Links completed steps. */
  domainName?: string;
  /** A table needs the space of the hints. */
  wide?: boolean;
}

/**
 * The wizard around one step (picture 15). It doesn't wrap the columns in an element: the grid belongs to the page, so that a
 * second island (the zone file) can be placed below the card.
 */
export function WizardFrame({ title, lead, current, children, domainName, wide }: WizardFrameProps) {
  const t = useT();
  const locale = currentLocale();
  const hints = [
    { key: 'registrar', icon: KeyRound },
    { key: 'zoneFile', icon: FileText },
    { key: 'minutes', icon: Clock },
  ] as const;
  return (
    <>
      <header className="wizard-head">
        <div className="wizard-art" aria-hidden>
          <WindArt />
          <span className="empty-disc">
            <Globe />
          </span>
        </div>
        <h1 tabIndex={-1}>{title}</h1>
        <p className="max-w-[52ch] text-text-2">{lead}</p>
      </header>
      <div className="wizard-steps">
        <Stepper
          steps={addSteps(t, domainName)}
          current={current}
          label={t('domain:step.label')}
          doneLabel={t('domain:step.done')}
          number={(n) => formatNumber(n, locale)}
          vertical
        />
      </div>
      <div className={wide ? 'wizard-main wizard-wide' : 'wizard-main'}>{children}</div>
      <aside hidden={wide} className="wizard-aside" aria-label={t('domain:hint.title')}>
        <b className="mb-2 block text-ui">{t('domain:hint.title')}</b>
        <ul className="grid gap-2 text-ui">
          {hints.map(({ key, icon: Icon }) => (
            <li key={key} className="flex gap-2.5">
              <Icon aria-hidden className="mt-1 size-4 flex-none text-text-3" />
              {t(`domain:hint.${key}`)}
            </li>
          ))}
        </ul>
        <hr className="my-4 border-border" />
        <p className="text-ui">{t('domain:hint.ir')}</p>
        <hr className="my-4 border-border" />
        <a href={guidePath('domainAdd', locale)} className="flex items-center gap-2.5 text-ui font-medium text-text hover:text-brand-text">
          <BookOpen aria-hidden className="size-4 flex-none text-text-3" />
          {t('domain:hint.guide')}
        </a>
      </aside>
    </>
  );
}
