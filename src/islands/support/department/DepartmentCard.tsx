import { Ellipsis, Plus } from 'lucide-react';
import { lazy } from 'react';
import type { ApiError } from '../../../browser/api/errors.ts';
import { staleGroups, useWrite } from '../../../browser/api/query.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import { type OperatorDepartment, type OperatorService, operatorDepartment } from '../../../lib/contract/support/operatorDepartment.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu } from '../../ui/Menu.tsx';
import type { MenuItem } from '../../ui/menuItem.ts';
import { OrderedList } from '../../ui/order/OrderedList.tsx';
import { useEditDialog } from '../../ui/useEditDialog.tsx';
import type { Topic } from './TopicEdit.tsx';
import { topicMenu, topicTitle } from './topicMenu.ts';

const TopicEdit = lazy(async () => ({ default: (await import('./TopicEdit.tsx')).TopicEdit }));

type Change = Partial<Pick<Topic, 'title' | 'isRetired'>> & { services?: Topic[] };
const toTopic = ({ id, title, isRetired }: Topic): Topic => ({ id, title, isRetired });
/** The whole department with these changes, and the version that they are based on. */
const withChange = ({ id: departmentId, title, isRetired, services, version }: OperatorDepartment, change: Change) => ({
  departmentId,
  version,
  title,
  isRetired,
  services: services.map(toTopic),
  ...change,
});
const replaceService = ({ services }: OperatorDepartment, id: string, change: Partial<Topic>): Topic[] =>
  services.map((one) => ({ ...toTopic(one), ...(one.id === id && change) }));

/** The snackbar has the reason; after a change of another operator the list is read again. */
const onError = ({ code }: ApiError) => {
  if (code === 'error:versionConflict') staleGroups(['operatorDepartment']);
};

interface DepartmentCardProps {
  department: OperatorDepartment;
  /** No other department is open for new tickets. */
  isLast: boolean;
  /** Moves the department in the list. */
  moves: readonly MenuItem[];
}

/** A department with its services in their order. */
export function DepartmentCard({ department, isLast, moves }: DepartmentCardProps) {
  const t = useT();
  const locale = currentLocale();
  const title = topicTitle(department);
  const update = useWrite(operatorDepartment.update);
  const { mutateAsync: saveForm } = useWrite(operatorDepartment.update, { notices: 'form' });
  const { mutateAsync: remove } = useWrite(operatorDepartment.delete);
  const change = (changes: Change) => update.mutateAsync(withChange(department, changes), { onError });
  const retire = (changes: Change) => update.mutate(withChange(department, changes), { onError });
  // A change of another operator meanwhile is a conflict: an opened form belongs to the version that it shows.
  const own = useEditDialog<OperatorDepartment>({
    addTitle: t('operatorDepartment:edit'),
    editTitle: t('operatorDepartment:edit'),
    form: (item, callbacks) =>
      item && (
        <TopicEdit
          label={t('operatorDepartment:edit')}
          topic={item}
          send={({ title: name, isRetired }) => saveForm(withChange(item, { title: name, isRetired }))}
          {...callbacks}
        />
      ),
  });
  const service = useEditDialog<OperatorService & { of: OperatorDepartment }>({
    addTitle: t('operatorDepartment:addService'),
    editTitle: t('operatorDepartment:editService'),
    form: (item, callbacks) => (
      <TopicEdit
        label={t(item ? 'operatorDepartment:editService' : 'operatorDepartment:addService')}
        topic={item}
        send={(topic) =>
          saveForm(
            item
              ? withChange(item.of, { services: replaceService(item.of, item.id, topic) })
              : withChange(department, { services: [...department.services.map(toTopic), topic] }),
          )
        }
        {...callbacks}
      />
    ),
  });
  const confirmDelete = (name: string, run: () => Promise<unknown>) =>
    openDialog({
      kind: 'delete',
      title: t('operatorDepartment:deleteQuestion', { title: name }),
      description: t('operatorDepartment:deleteText'),
      losses: [name],
      action: t('common:delete'),
      cancel: t('common:cancel'),
      run,
    });
  const [edit, ...others] = topicMenu(department, {
    isLast,
    onEdit: () => own.edit(department),
    onRetire: (isRetired) => retire({ isRetired }),
    onDelete: () => confirmDelete(title, () => remove({ departmentId: department.id, version: department.version }, { onError })),
  });
  const openServices = department.services.filter(({ isRetired }) => !isRetired);
  const label = t('rules:actions', { title });
  return (
    <Card
      flush
      line
      title={
        <span className="flex flex-wrap items-center gap-2">
          <bdi>{title}</bdi>
          {department.isRetired && <Badge tone="neutral">{t('operatorDepartment:retired')}</Badge>}
        </span>
      }
      sub={
        <span className="whitespace-nowrap">
          <bdi dir="ltr" className="mono me-2.5 text-caption max-sm:hidden">
            {department.id}
          </bdi>
          {t('operatorDepartment:tickets', counted(department.tickets, locale))}
        </span>
      }
      actions={
        <>
          <Button size="sm" icon={Plus} aria-label={t('operatorDepartment:addServiceTo', { title })} onClick={service.add}>
            {t('operatorDepartment:addService')}
          </Button>
          <Menu
            label={label}
            closeLabel={t('common:close')}
            sheetTitle={title}
            items={[...(edit ? [edit] : []), ...moves, ...others]}
            trigger={(trigger) => <IconButton icon={Ellipsis} label={label} size="sm" {...trigger} />}
          />
        </>
      }
    >
      {openServices.length === 0 && <p className="px-[18px] py-3.5 text-ui text-text-2">{t('operatorDepartment:noServices')}</p>}
      {department.services.length > 0 && (
        <OrderedList
          label={t('operatorDepartment:services', { title })}
          rows={department.services.map((one) => ({ id: one.id, title: topicTitle(one), one }))}
          body={({ id, title: name, one: { isRetired, tickets } }) => (
            <span className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
              <bdi className="font-medium text-text">{name}</bdi>
              <bdi dir="ltr" className="mono text-caption text-text-3">
                {id}
              </bdi>
              {isRetired && <Badge tone="neutral">{t('operatorDepartment:retired')}</Badge>}
              <span className="text-caption text-text-3">{t('operatorDepartment:tickets', counted(tickets, locale))}</span>
            </span>
          )}
          actions={({ id, title: name, one }) =>
            topicMenu(one, {
              isLast: isLast && openServices.length === 1 && !one.isRetired,
              onEdit: () => service.edit({ ...one, of: department }),
              onRetire: (isRetired) => retire({ services: replaceService(department, id, { isRetired }) }),
              onDelete: () =>
                confirmDelete(name, () => change({ services: department.services.filter((other) => other !== one).map(toTopic) })),
            })
          }
          onOrder={(ids) => change({ services: ids.flatMap((id) => department.services.find((one) => one.id === id) ?? []).map(toTopic) })}
        />
      )}
      {own.dialog}
      {service.dialog}
    </Card>
  );
}
