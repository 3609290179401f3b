import { useStore } from '@nanostores/react';
import { BookOpen, Wallet } from 'lucide-react';
import { brand } from '../../config/brand.ts';
import { formatMoney } from '../../lib/format/money.ts';
import { LocaleRoot, useT } from '../../lib/i18n/react.tsx';
import { guidePath } from '../../lib/routes/index.ts';
import { Drawer } from '../ui/Drawer.tsx';
import { Mark } from '../ui/Mark.tsx';
import { Navigation } from './Navigation.tsx';
import { $drawer } from './state.ts';
import { type ShellProps, useShell } from './useShell.ts';

export default function Sidebar(props: ShellProps) {
  return (
    <LocaleRoot locale={props.locale}>
      <Side {...props} />
    </LocaleRoot>
  );
}

function Side(props: ShellProps) {
  const t = useT();
  const shell = useShell(props);
  const isOut = useStore($drawer, { ssr: () => false });
  const { locale, balance } = shell;
  return (
    <>
      <div className="shell-side">
        <Navigation shell={shell} />
      </div>
      <Drawer
        open={isOut}
        onClose={() => $drawer.set(false)}
        label={t('shell:nav.main')}
        closeLabel={t('shell:nav.closeMenu')}
        head={<Mark logo={brand.logo} name={brand.name[locale]} />}
      >
        <div className="shell-drawer">
          <Navigation shell={shell} />
          <div className="nav-bottom">
            {balance !== null && shell.offers('wallet') && (
              <p className="nav-item" data-plain>
                <Wallet aria-hidden />
                <span>{t('shell:header.balance')}</span>
                <bdi className="num ms-auto font-semibold text-text">{formatMoney(balance, locale)}</bdi>
              </p>
            )}
            <a href={guidePath(shell.route, locale)} className="nav-item">
              <BookOpen aria-hidden className="mirror" />
              <span>{t('shell:header.guide')}</span>
            </a>
          </div>
        </div>
      </Drawer>
    </>
  );
}
