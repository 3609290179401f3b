import { MonitorSmartphone } from 'lucide-react';
import { useWrite } from '../../../browser/api/query.ts';
import { twoFactor } from '../../../lib/contract/account/twoFactor.ts';
import { formatDate } from '../../../lib/format/date.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { SettingCard, SettingRow } from '../../ui/SettingRow.tsx';
import type { State } from './Methods.tsx';

/** Browsers that skip the second step. */
export function TrustedCard({ trusted }: { trusted: State['trusted'] }) {
  const t = useT();
  const untrust = useWrite(twoFactor.untrust);
  const untrustAll = useWrite(twoFactor.untrustAll);
  const nameOf = ({ browser, system }: State['trusted'][number]) =>
    browser && system ? t('twoFactor:trusted.device', { browser, system }) : t('twoFactor:trusted.unknown');
  return (
    <SettingCard
      title={t('twoFactor:trusted.title')}
      actions={
        trusted.length > 1 && (
          <Button changes size="sm" busy={untrustAll.isPending} onClick={() => untrustAll.mutate({})}>
            {t('twoFactor:trusted.removeAll')}
          </Button>
        )
      }
    >
      {trusted.length === 0 && <p className="px-[18px] py-4 text-ui text-text-2">{t('twoFactor:trusted.none')}</p>}
      {trusted.map((one) => (
        <SettingRow
          key={one.id}
          icon={MonitorSmartphone}
          title={nameOf(one)}
          description={t('twoFactor:trusted.until', { ip: one.ip, date: formatDate(one.until, currentLocale()) })}
          control={
            <Button
              changes
              size="sm"
              aria-label={t('twoFactor:trusted.removeNamed', { device: nameOf(one) })}
              busy={untrust.isPending}
              onClick={() => untrust.mutate({ trustedId: one.id })}
            >
              {t('twoFactor:trusted.remove')}
            </Button>
          }
        />
      ))}
    </SettingCard>
  );
}
