import { Megaphone, Plus } from 'lucide-react';
import { lazy, useMemo } from 'react';
import { useRead } from '../../../browser/api/query.ts';
import { saveFile } from '../../../browser/api/saveFile.ts';
import { type OperatorAnnouncement, operatorAnnouncement } from '../../../lib/contract/core/operatorAnnouncement.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath } from '../../../lib/routes/index.ts';
import { Button } from '../../ui/Button.tsx';
import type { DataState } from '../../ui/DataState.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { useCompact } from '../../ui/useCompact.ts';
import { useEditDialog } from '../../ui/useEditDialog.tsx';
import { announcementColumns, announcementFilters, announcementMenu, announcementTitle } from './announcementColumns.tsx';

const AnnouncementForm = lazy(async () => ({ default: (await import('./AnnouncementForm.tsx')).AnnouncementForm }));
const UpdatePanel = lazy(async () => ({ default: (await import('./UpdatePanel.tsx')).UpdatePanel }));

const wholeView = { q: '', kind: '', state: '', sort: 'startsAt', dir: 'desc' };
const order = ['startsAt', 'title'];
const selectId = ({ id }: OperatorAnnouncement) => id;

/** Incidents, planned maintenance and news: what was posted, and posting. */
export default function Announcements() {
  const t = useT();
  const locale = currentLocale();
  const compact = useCompact();
  const read = useRead(operatorAnnouncement.list, {});
  const { add, edit, dialog } = useEditDialog<OperatorAnnouncement>({
    addTitle: t('operatorAnnouncement:add'),
    editTitle: t('operatorAnnouncement:update'),
    size: 'large',
    form: (item, callbacks) => (item ? <UpdatePanel announcement={item} {...callbacks} /> : <AnnouncementForm {...callbacks} />),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language is another function; `edit` only sets a state
  const table = useMemo(
    () => ({ columns: announcementColumns(compact, edit), filters: announcementFilters(), menu: announcementMenu(edit) }),
    [compact, t],
  );
  const list = read.data?.announcements;
  const data: DataState<readonly OperatorAnnouncement[]> = list
    ? list.length > 0
      ? { state: 'data', data: list }
      : { state: 'empty' }
    : read.error
      ? { state: 'error', error: read.error.message, retry: () => void read.refetch(), busy: read.isFetching }
      : { state: 'loading' };
  const post = (
    <Button kind="primary" icon={Plus} onClick={add}>
      {t('operatorAnnouncement:add')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t('operatorAnnouncement:title')}
        description={t('operatorAnnouncement:lead')}
        docs={{ href: guidePath('operatorAnnouncements', locale), label: t('common:help') }}
        actions={data.state !== 'empty' && post}
      />
      <DataTable
        label={t('operatorAnnouncement:title')}
        data={data}
        keyOf={selectId}
        {...table}
        order={order}
        filtersLabel={t('operatorAnnouncement:filters')}
        defaults={wholeView}
        searchLabel={t('operatorAnnouncement:search')}
        loadFailed={t('operatorAnnouncement:loadFailed')}
        empty={
          <EmptyState
            icon={Megaphone}
            title={t('operatorAnnouncement:empty.title')}
            description={t('operatorAnnouncement:empty.text')}
            action={post}
          />
        }
        noMatch={{ title: t('operatorAnnouncement:noMatch'), text: t('operatorAnnouncement:noMatchText') }}
        status={(visible, total) =>
          visible === total
            ? t('operatorAnnouncement:count', counted(total, locale))
            : t('operatorAnnouncement:shownOf', { shown: formatNumber(visible, locale), total: formatNumber(total, locale) })
        }
        onRow={edit}
        nameOf={announcementTitle}
        onExport={(csv) => saveFile('announcements.csv', csv, 'text/csv')}
        twoLine
      />
      {dialog}
    </>
  );
}
