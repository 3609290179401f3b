import { BookOpen, LogIn, Search, Wallet } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { brand } from '../../config/brand.ts';
import { formatMoney } from '../../lib/format/money.ts';
import { LocaleRoot, useT } from '../../lib/i18n/react.tsx';
import { guidePath, href } from '../../lib/routes/index.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Kbd } from '../ui/Kbd.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { Mark } from '../ui/Mark.tsx';
import { Tooltip } from '../ui/Tooltip.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { Activity } from './Activity.tsx';
import { Bell } from './Bell.tsx';
import { DomainSelector } from './DomainSelector.tsx';
import { ServerSelector } from './ServerSelector.tsx';
import { type ShellProps, useShell } from './useShell.ts';
import { useShortcuts } from './useShortcuts.ts';

const Palette = lazy(() => import('./palette/Palette.tsx'));
const KeysDialog = lazy(() => import('./palette/KeysDialog.tsx'));

/** Overlays are loaded when first used, and stay. */
type Opened = 'never' | 'open' | 'closed';

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
  const [jump, setJump] = useState<Opened>('never');
  const [help, setHelp] = useState<Opened>('never');
  const showKeys = () => setHelp('open');
  const keys = useShortcuts({ palette: () => setJump('open'), keys: showKeys, domain: shell.domain?.name, offers: shell.offers });
  const name = brand.name[locale];
  const open = () => setJump('open');
  return (
    <header className="shell-head">
      <a href={href('dashboard')} className="shell-mark" aria-label={name}>
        <Mark size={26} logo={brand.logo} name={<span className="max-md:hidden">{name}</span>} />
      </a>
      <div className="shell-pill md:hidden">
        {shell.product === 'cloud'
          ? shell.offers('servers') && <ServerSelector shell={shell} compact />
          : shell.offers('domains') && <DomainSelector shell={shell} compact />}
      </div>
      <button type="button" className="jump-pill max-md:hidden" onClick={open} aria-keyshortcuts="Meta+K Control+K">
        <Search aria-hidden />
        <span>{t('shell:palette.openLabel')}</span>
        <Kbd>{keys}</Kbd>
      </button>
      <div className="shell-end">
        {!isOut && <Activity />}
        {balance !== null && shell.offers('wallet') && (
          <a
            href={href('wallet')}
            className="chip-balance max-md:hidden"
            data-negative={balance < 0 || undefined}
            aria-label={t('shell:header.wallet', { amount: formatMoney(balance, locale, { whole: true }) })}
          >
            <Wallet aria-hidden />
            <bdi className="num">{formatMoney(balance, locale, { whole: true })}</bdi>
          </a>
        )}
        <Tooltip text={t('shell:header.guide')} names>
          <a href={guidePath(route, locale)} className="icon-btn max-md:hidden" aria-label={t('shell:header.guide')}>
            <BookOpen aria-hidden className="mirror" />
          </a>
        </Tooltip>
        <span className="md:hidden">
          <IconButton icon={Search} label={t('shell:palette.openLabel')} tip={false} onClick={open} />
        </span>
        {!isOut && <Bell unread={shell.unread} />}
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
          <Palette open={jump === 'open'} onClose={() => setJump('closed')} shell={shell} onKeys={showKeys} />
        </Suspense>
      )}
      {help !== 'never' && (
        <Suspense>
          <KeysDialog open={help === 'open'} onClose={() => setHelp('closed')} jump={keys} offers={shell.offers} />
        </Suspense>
      )}
    </header>
  );
}
