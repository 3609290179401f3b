import { Plus } from 'lucide-react';
import { lazy } from 'react';
import { staleGroups, useRead, useWrite } from '../../../browser/api/query.ts';
import { type OperatorDepartment, operatorDepartment } from '../../../lib/contract/support/operatorDepartment.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath, href } from '../../../lib/routes/index.ts';
import { listOpen } from '../../../lib/rules/support/departments.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import type { MenuItem } from '../../ui/menuItem.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useEditDialog } from '../../ui/useEditDialog.tsx';
import { DepartmentCard } from './DepartmentCard.tsx';

const TopicEdit = lazy(async () => ({ default: (await import('./TopicEdit.tsx')).TopicEdit }));

/** The departments of tickets and their services, for operators. */
export default function Departments() {
  const t = useT();
  const read = useRead(operatorDepartment.list, {});
  const { mutateAsync: create } = useWrite(operatorDepartment.create, { notices: 'form' });
  const { mutate: reorder } = useWrite(operatorDepartment.reorder);
  const department = useEditDialog<OperatorDepartment>({
    addTitle: t('operatorDepartment:add'),
    editTitle: t('operatorDepartment:edit'),
    form: (_, callbacks) => <TopicEdit label={t('operatorDepartment:add')} topic={null} send={create} {...callbacks} />,
  });
  const list = read.data?.departments;
  const open = list && listOpen(list);
  const moves = (place: number): MenuItem[] => {
    const ids = list?.map(({ id }) => id) ?? [];
    const to = (next: number) => () =>
      reorder(
        { ids: ids.with(place, ids[next] ?? '').with(next, ids[place] ?? '') },
        // Another operator has added or deleted one.
        { onError: () => staleGroups(['operatorDepartment']) },
      );
    return [
      ...(place > 0 ? [{ key: 'up', label: t('rules:move.up'), changes: true, onSelect: to(place - 1) }] : []),
      ...(place < ids.length - 1 ? [{ key: 'down', label: t('rules:move.down'), changes: true, onSelect: to(place + 1) }] : []),
    ];
  };
  return (
    <>
      <PageHeader
        stacked
        title={t('operatorDepartment:title')}
        description={t('operatorDepartment:lead')}
        docs={{ href: guidePath('operatorDepartments', currentLocale()), label: t('common:help') }}
        breadcrumb={[{ label: t('shell:route.operatorTickets'), href: href('operatorTickets') }]}
        breadcrumbLabel={t('shell:route.operatorTickets')}
        actions={
          list && (
            <Button kind="primary" icon={Plus} onClick={department.add}>
              {t('operatorDepartment:add')}
            </Button>
          )
        }
      />
      {list ? (
        <div className="grid gap-[18px]">
          {list.map((one, place) => (
            <DepartmentCard key={one.id} department={one} isLast={open?.length === 1 && open[0]?.id === one.id} moves={moves(place)} />
          ))}
        </div>
      ) : read.error ? (
        <LoadError
          title={t('operatorDepartment:loadFailed')}
          message={read.error.message}
          retryLabel={t('common:retry')}
          busy={read.isFetching}
          onRetry={() => void read.refetch()}
        />
      ) : (
        <Card flush>
          <Skeleton label={t('common:loading')} rows={7} />
        </Card>
      )}
      {department.dialog}
    </>
  );
}
