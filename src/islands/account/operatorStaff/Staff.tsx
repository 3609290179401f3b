import { UserPlus, Users } from 'lucide-react';
import { lazy, useMemo, useRef } from 'react';
import { useRead, useWrite } from '../../../browser/api/query.ts';
import { saveFile } from '../../../browser/api/saveFile.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import { operatorStaff, type StaffMember } from '../../../lib/contract/account/operatorStaff.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath } from '../../../lib/routes/index.ts';
import { Button } from '../../ui/Button.tsx';
import type { DataState } from '../../ui/DataState.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { useEditDialog } from '../../ui/useEditDialog.tsx';
import { confirmed } from '../shared/confirmed.tsx';
import { toDataState } from '../shared/dataState.ts';
import { staffColumns, staffFilters, staffMenu } from './columns.tsx';

const StaffForm = lazy(async () => ({ default: (await import('./StaffForm.tsx')).StaffForm }));
const wholeView = { q: '', role: '', sort: '', dir: '' };
const order = ['role', 'email'];
const selectId = ({ id }: StaffMember) => id;
const selectName = ({ email }: StaffMember) => email;

/** The operators with their roles, for administrators among them. */
export default function Staff() {
  const t = useT();
  const locale = currentLocale();
  const read = useRead(operatorStaff.list, {});
  const removal = useWrite(operatorStaff.remove, { notices: 'form' });
  const { add, edit, dialog } = useEditDialog<StaffMember>({
    addTitle: t('operatorStaff:addTitle'),
    editTitle: t('operatorStaff:editTitle'),
    size: 'large',
    form: (member, callbacks) => <StaffForm member={member} {...callbacks} />,
  });
  const state = toDataState(read);
  const admins = state.state === 'data' ? state.data.staff.filter(({ role }) => role === 'admin').length : 0;
  const acts = {
    isLastAdmin: ({ role }: StaffMember) => role === 'admin' && admins < 2,
    edit,
    remove: (member: StaffMember) =>
      openDialog({
        kind: 'confirm',
        title: t('operatorStaff:remove.title', { email: member.email }),
        description: t('operatorStaff:remove.text'),
        action: t('operatorStaff:remove.action'),
        run: () => confirmed(() => removal.mutateAsync({ staffId: member.id })),
      }),
  };
  // Memoized: the menus of rows are created once.
  const act = useRef(acts);
  act.current = acts;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language is another function
  const table = useMemo(() => ({ columns: staffColumns(), filters: staffFilters(), menu: staffMenu(act) }), [t]);
  const data: DataState<readonly StaffMember[]> = state.state === 'data' ? { state: 'data', data: state.data.staff } : state;
  return (
    <>
      <PageHeader
        title={t('operatorStaff:title')}
        description={t('operatorStaff:lead')}
        docs={{ href: guidePath('operatorStaff', locale), label: t('common:help') }}
        actions={
          <Button kind="primary" icon={UserPlus} onClick={add}>
            {t('operatorStaff:add')}
          </Button>
        }
      />
      <DataTable
        {...table}
        label={t('operatorStaff:title')}
        data={data}
        keyOf={selectId}
        nameOf={selectName}
        order={order}
        defaults={wholeView}
        filtersLabel={t('operatorStaff:filters')}
        searchLabel={t('operatorStaff:search')}
        loadFailed={t('operatorStaff:loadFailed')}
        empty={<EmptyState icon={Users} title={t('operatorStaff:title')} description={t('operatorStaff:lead')} />}
        noMatch={{ title: t('operatorStaff:noMatch'), text: t('operatorStaff:noMatchText') }}
        status={(visible, total) =>
          visible === total
            ? t('operatorStaff:count', counted(total, locale))
            : t('operatorStaff:shownOf', { shown: formatNumber(visible, locale), total: formatNumber(total, locale) })
        }
        onRow={edit}
        onExport={(csv) => saveFile('staff.csv', csv, 'text/csv')}
        twoLine
      />
      {dialog}
    </>
  );
}
