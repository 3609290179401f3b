import { Database } from 'lucide-react';
import { lazy, useMemo, useRef } from 'react';
import { useRead, useWrite } from '../../../browser/api/query.ts';
import { type Space, space } from '../../../lib/contract/cloud/space.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { useEditDialog } from '../../ui/useEditDialog.tsx';
import { listState, ResourceList } from '../shared/ResourceList.tsx';
import { StorageTabs } from '../shared/StorageTabs.tsx';
import { spaceColumns, spaceMenu } from './spaceColumns.tsx';

const AddSpace = lazy(async () => ({ default: (await import('./AddSpace.tsx')).AddSpace }));
const ResizeSpace = lazy(async () => ({ default: (await import('./ResizeSpace.tsx')).ResizeSpace }));

const wholeView = { q: '', sort: 'name', dir: 'asc' };
const order = ['name'];
const selectName = ({ name }: Space) => name;

export default function Spaces() {
  const t = useT();
  const locale = currentLocale();
  const read = useRead(space.list, {});
  const remove = useWrite(space.delete);
  const { add, edit, dialog } = useEditDialog<Space>({
    addTitle: t('space:addTitle'),
    editTitle: t('space:resize'),
    form: (item, callbacks) =>
      item ? <ResizeSpace item={item} {...callbacks} /> : read.data ? <AddSpace listed={read.data} {...callbacks} /> : null,
  });
  // Memoized: the menus of rows are created once.
  const act = useRef({ edit, remove });
  act.current = { edit, remove };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language is another function
  const table = useMemo(
    () => ({
      columns: spaceColumns(),
      menu: spaceMenu(
        (item) => act.current.edit(item),
        (item) => act.current.remove.mutateAsync({ spaceId: item.id, confirm: item.name }),
      ),
    }),
    [t],
  );
  const isFull = read.data && read.data.spaces.length >= read.data.limit;
  const noStore = read.data?.hasStore === false ? t('space:noStore') : undefined;
  return (
    <ResourceList
      route="spaces"
      icon={Database}
      file="spaces"
      data={listState(read, ({ spaces }) => spaces)}
      {...table}
      defaults={wholeView}
      order={order}
      nameOf={selectName}
      onAdd={add}
      full={noStore ?? (isFull ? t('space:error.limit', { max: formatNumber(read.data?.limit ?? 0, locale) }) : undefined)}
      notice={
        <>
          <StorageTabs route="spaces" />
          {noStore && <Banner tone="info">{noStore}</Banner>}
        </>
      }
      dialog={dialog}
      text={{
        title: t('space:title'),
        lead: t('space:lead'),
        add: t('space:add'),
        search: t('space:search'),
        loadFailed: t('space:loadFailed'),
        emptyTitle: t('space:empty.title'),
        emptyText: t('space:empty.text'),
        guide: t('space:empty.guide'),
        noMatch: t('space:noMatch'),
        noMatchText: t('space:noMatchText'),
        count: (n) => t('space:count', counted(n, locale)),
      }}
    />
  );
}
