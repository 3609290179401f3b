import { MonitorSmartphone } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { useRead, useWrite } from '../../../browser/api/query.ts';
import { saveFile } from '../../../browser/api/saveFile.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import { type Device, device } from '../../../lib/contract/account/device.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath } from '../../../lib/routes/index.ts';
import { Button } from '../../ui/Button.tsx';
import type { DataState } from '../../ui/DataState.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { toDataState } from '../shared/dataState.ts';
import { deviceColumns, deviceMenu, deviceName } from './columns.tsx';
import { LimitCard } from './LimitCard.tsx';

const wholeView = { q: '', sort: 'active', dir: 'desc' };
const order = ['active'];
const selectId = ({ id }: Device) => id;

/** The sessions of the account, and their limits. */
export default function DevicesPage() {
  const t = useT();
  const locale = currentLocale();
  const read = useRead(device.list, {});
  const remove = useWrite(device.remove);
  const removeOthers = useWrite(device.removeOthers);
  const end = useRef((item: Device) => {
    openDialog({
      kind: 'confirm',
      title: t('device:end.title', { device: deviceName(item) }),
      description: t('device:end.text'),
      action: t('device:end.action'),
      run: () => remove.mutateAsync({ deviceId: item.id }),
    });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language is another function
  const table = useMemo(() => ({ columns: deviceColumns(), menu: deviceMenu(end) }), [t]);
  const state = toDataState(read);
  const data: DataState<readonly Device[]> = state.state === 'data' ? { state: 'data', data: state.data.devices } : state;
  const others = (read.data?.devices ?? []).filter(({ current }) => !current).length;
  const endOthers = () =>
    openDialog({
      kind: 'confirm',
      title: t('device:endOthers.title'),
      description: t('device:endOthers.text', counted(others, locale)),
      action: t('device:endOthers.action'),
      run: () => removeOthers.mutateAsync({}),
    });
  return (
    <>
      <PageHeader
        title={t('device:title')}
        description={t('device:lead')}
        docs={{ href: guidePath('devices', locale), label: t('common:help') }}
        actions={
          data.state === 'data' && (
            <Button changes onClick={endOthers} disabled={others === 0} reason={others === 0 ? t('device:endOthers.none') : undefined}>
              {t('device:endOthers.action')}
            </Button>
          )
        }
      />
      <DataTable
        {...table}
        label={t('device:title')}
        data={data}
        keyOf={selectId}
        order={order}
        defaults={wholeView}
        nameOf={deviceName}
        searchLabel={t('device:search')}
        loadFailed={t('device:loadFailed')}
        empty={<EmptyState icon={MonitorSmartphone} title={t('device:empty.title')} description={t('device:empty.text')} />}
        noMatch={{ title: t('device:noMatch'), text: t('device:noMatchText') }}
        status={(visible, total) =>
          visible === total
            ? t('device:count', counted(total, locale))
            : `${formatNumber(visible, locale)} / ${t('device:count', counted(total, locale))}`
        }
        onExport={(csv) => saveFile('devices.csv', csv, 'text/csv')}
        twoLine
      />
      <LimitCard />
    </>
  );
}
