import { BookOpen, LogIn, Search, Wallet } from 'lucide-react';
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { brand } from '../../lib/brand.ts';
import { formatMoney } from '../../lib/format/money.ts';
import { LocaleRoot, useT } from '../../lib/i18n/react.tsx';
import { guideOf, href } from '../../lib/routes.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Kbd } from '../ui/Kbd.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { Mark } from '../ui/Mark.tsx';
import { Tooltip } from '../ui/Tooltip.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { DomainSelector } from './DomainSelector.tsx';
import { type ShellProps, useShell } from './useShell.ts';

const JumpDialog = lazy(() => import('./JumpDialog.tsx'));

export default function Header(props: ShellProps) {
  return (
    <LocaleRoot locale={props.locale}>
      <Bar {...props} />
    </LocaleRoot>
  );
}

function Bar(props: ShellProps) {
  const t = useT();
  const shell = useShell(props);
  const { locale, profile, balance, route, path, isOut } = shell;
  const [jump, setJump] = useState<'never' | 'open' | 'closed'>('never');
  const keys = useJumpKeys(() => setJump('open'));
  const name = brand.name[locale];
  const open = () => setJump('open');
  return (
    <header className="shell-head">
      <a href={href('dashboard')} className="shell-mark" aria-label={name}>
        <Mark size={26} name={<span className="max-md:hidden">{name}</span>} />
      </a>
      <div className="shell-pill md:hidden">
        <DomainSelector shell={shell} compact />
      </div>
      <button type="button" className="jump-pill max-md:hidden" onClick={open} aria-keyshortcuts="Meta+K Control+K">
        <Search aria-hidden />
        <span>{t('shell:jump.open')}</span>
        <Kbd>{keys}</Kbd>
      </button>
      <div className="shell-end">
        {balance !== null && (
          <span className="chip-balance max-md:hidden" data-negative={balance < 0 || undefined}>
            <Wallet aria-hidden />
            <span className="sr-only">{t('shell:header.balance')}</span>
            <bdi className="num">{formatMoney(balance, locale, { whole: true })}</bdi>
          </span>
        )}
        <Tooltip text={t('shell:header.guide')} names>
          <a href={guideOf(route, locale)} className="icon-btn max-md:hidden" aria-label={t('shell:header.guide')}>
            <BookOpen aria-hidden className="mirror" />
          </a>
        </Tooltip>
        <span className="md:hidden">
          <IconButton icon={Search} label={t('shell:jump.open')} tip={false} onClick={open} />
        </span>
        {isOut ? (
          <LinkButton kind="secondary" icon={LogIn} href={`/public/login?ended=1&redirectTo=${encodeURIComponent(path)}`}>
            {t('shell:header.signIn')}
          </LinkButton>
        ) : (
          <AccountMenu profile={profile} locale={locale} />
        )}
      </div>
      {jump !== 'never' && (
        <Suspense>
          <JumpDialog open={jump === 'open'} onClose={() => setJump('closed')} shell={shell} />
        </Suspense>
      )}
    </header>
  );
}

const isMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** ⌘K or Ctrl K, from anywhere. Returns how the keys are called here. */
function useJumpKeys(open: () => void): string {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey) return;
      // An open dialog has the keyboard to itself.
      if (document.body.hasAttribute('data-locked')) return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
  return useSyncExternalStore(
    () => () => {},
    () => (isMac() ? '⌘K' : 'Ctrl K'),
    () => '⌘K',
  );
}
