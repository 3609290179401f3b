import { Eraser, Hammer } from 'lucide-react';
import { callQueryKey, useRead } from '../../../browser/api/query.ts';
import { cacheIfNewer, useSaveNow } from '../../../browser/api/saveNow.ts';
import { cache as calls } from '../../../lib/contract/cdn/cache.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { formatTime } from '../../../lib/format/date.ts';
import { formatDuration } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { developmentTime } from '../../../lib/rules/cdn/cache/times.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { SettingCard, SettingRow } from '../../ui/SettingRow.tsx';
import { AttackAction } from './AttackAction.tsx';

/** The most common actions during work on a site. Hidden if the cache settings can't be loaded; the rest of the overview remains. */
export function QuickActions({ domain: { id: domainId, name } }: { domain: Domain }) {
  const t = useT();
  const locale = currentLocale();
  const { data } = useRead(calls.get, { domainId });
  const { save, pending } = useSaveNow(calls.developmentMode, (answer) =>
    cacheIfNewer(callQueryKey(calls.get, { domainId }), 'cache', answer.cache),
  );
  if (!data) return null;
  const { developmentMode, developmentUntil } = data.cache;
  const time = formatDuration(developmentTime, locale);
  return (
    <SettingCard title={t('overview:quick.title')}>
      <SettingRow
        icon={Eraser}
        title={t('overview:quick.clear')}
        description={t('overview:quick.clearText')}
        control={<LinkButton href={`${href('cache', { domain: name })}#clear`}>{t('overview:quick.open')}</LinkButton>}
      />
      <SettingRow
        icon={Hammer}
        title={t('overview:quick.dev')}
        description={
          developmentMode && developmentUntil
            ? t('overview:quick.devUntil', { time: formatTime(developmentUntil, locale) })
            : t('overview:quick.devText', { time })
        }
        toggle={{
          checked: pending ? pending.enabled : developmentMode,
          busy: pending !== null,
          onChange: (enabled) =>
            void save({ domainId, enabled }, undefined, t(enabled ? 'overview:quick.devOn' : 'overview:quick.devOff', { time })),
        }}
      />
      <AttackAction domainId={domainId} />
    </SettingCard>
  );
}
