import { Gauge } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useRead } from '../../../browser/api/query.ts';
import { device } from '../../../lib/contract/account/device.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { EditDialog } from '../../ui/EditDialog.tsx';
import { SettingCard, SettingRow } from '../../ui/SettingRow.tsx';

const LimitForm = lazy(async () => ({ default: (await import('./LimitForm.tsx')).LimitForm }));

/** The limit of concurrent sessions. */
export function LimitCard() {
  const t = useT();
  const [open, setOpen] = useState(false);
  const limit = useRead(device.limit, {}).data?.sessionLimit;
  if (!limit) return null;
  const n = (value: number) => formatNumber(value, currentLocale());
  return (
    <SettingCard title={t('device:limit.title')} className="mt-[18px]">
      <SettingRow
        icon={Gauge}
        title={t('device:limit.values', { account: n(limit.perAccount), ip: n(limit.perIp) })}
        description={t('device:limit.text', { account: n(limit.inUse.account), ip: n(limit.inUse.ip) })}
        control={
          <Button size="sm" onClick={() => setOpen(true)}>
            {t('device:limit.change')}
          </Button>
        }
      />
      <EditDialog open={open} onClose={() => setOpen(false)} title={t('device:limit.change')}>
        {({ onDirty, onDone }) => (
          <Suspense>
            <LimitForm limit={limit} onDirty={onDirty} onDone={onDone} />
          </Suspense>
        )}
      </EditDialog>
    </SettingCard>
  );
}
