import { Plus, Server } from 'lucide-react';
import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import { useRead, useWrite } from '../../../browser/api/query.ts';
import { saveFile } from '../../../browser/api/saveFile.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import { type OperatorEdge, type OperatorPlace, operatorEdge } from '../../../lib/contract/cdn/operatorEdge.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath } from '../../../lib/routes/index.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import type { DataState } from '../../ui/DataState.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { EditDialog } from '../../ui/EditDialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { useCompact } from '../../ui/useCompact.ts';
import { useEditDialog } from '../../ui/useEditDialog.tsx';
import type { Joining } from './EdgeForm.tsx';
import { type EdgeActs, type EdgeRow, edgeColumns, edgeFilters, edgeMenu, edgeName } from './edgeColumns.tsx';
import { PlacesCard } from './PlacesCard.tsx';

const EdgeForm = lazy(async () => ({ default: (await import('./EdgeForm.tsx')).EdgeForm }));
const PlaceForm = lazy(async () => ({ default: (await import('./PlaceForm.tsx')).PlaceForm }));
const CommandView = lazy(async () => ({ default: (await import('./CommandView.tsx')).CommandView }));

/** Edges report every five seconds. */
const POLL_MS = 5_000;
const wholeView = { q: '', health: '', dns: '', sort: 'name', dir: 'asc' };
const order = ['name'];
const selectId = ({ id }: EdgeRow) => id;

type Opened = { kind: 'form'; edge: OperatorEdge | null } | { kind: 'command'; joining: Joining };

/** The edges of this installation and their places, for operators. */
export default function Edges() {
  const t = useT();
  const locale = currentLocale();
  const compact = useCompact();
  const read = useRead(operatorEdge.list, {}, { pollMs: POLL_MS });
  const [dialog, setDialog] = useState<{ isOpen: boolean; item: Opened } | null>(null);
  const open = (item: Opened) => setDialog({ isOpen: true, item });
  const setMode = useWrite(operatorEdge.setMode);
  const renew = useWrite(operatorEdge.renewToken);
  const remove = useWrite(operatorEdge.remove);
  const removePlace = useWrite(operatorEdge.removePlace);
  const place = useEditDialog<OperatorPlace>({
    addTitle: t('operatorEdge:addPlace'),
    editTitle: t('operatorEdge:editPlace'),
    form: (item, callbacks) => <PlaceForm place={item} {...callbacks} />,
  });
  const of = ({ id: edgeId, version }: OperatorEdge) => ({ edgeId, version });
  const acts: EdgeActs = {
    edit: (edge) => open({ kind: 'form', edge }),
    setMode: (edge, mode) => setMode.mutate({ ...of(edge), mode }),
    renew: (edge) =>
      openDialog({
        kind: 'confirm',
        title: t('operatorEdge:command.renewAsk', { name: edgeName(edge) }),
        description: t('operatorEdge:command.renewText'),
        action: t('operatorEdge:command.renew'),
        run: async () => open({ kind: 'command', joining: await renew.mutateAsync(of(edge)) }),
      }),
    remove: (edge) =>
      openDialog({
        kind: 'delete',
        title: t('operatorEdge:removeAsk', { name: edgeName(edge) }),
        description: t(edge.sharedKey ? 'operatorEdge:removeShared' : 'operatorEdge:removeText'),
        losses: [edgeName(edge)],
        action: t('operatorEdge:remove'),
        cancel: t('common:cancel'),
        run: () => remove.mutateAsync(of(edge)),
      }),
  };
  // Memoized: the menus of rows are created once.
  const act = useRef(acts);
  act.current = acts;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language is another function
  const table = useMemo(
    () => ({
      columns: edgeColumns(compact, (edge) => act.current.edit(edge)),
      filters: edgeFilters(),
      menu: edgeMenu(act),
    }),
    [compact, t],
  );
  const rows = useMemo(
    () => read.data?.edges.map((edge): EdgeRow => ({ ...edge, place: read.data.places.find(({ id }) => id === edge.placeId) })),
    [read.data],
  );
  const data: DataState<readonly EdgeRow[]> = rows
    ? rows.length > 0
      ? { state: 'data', data: rows }
      : { state: 'empty' }
    : read.error
      ? { state: 'error', error: read.error.message, retry: () => void read.refetch(), busy: read.isFetching }
      : { state: 'loading' };
  const add = (
    <Button kind="primary" icon={Plus} onClick={() => open({ kind: 'form', edge: null })}>
      {t('operatorEdge:add')}
    </Button>
  );
  const fixed = read.data?.fixedAddresses ?? [];
  return (
    <>
      <PageHeader
        title={t('operatorEdge:title')}
        description={t('operatorEdge:lead')}
        docs={{ href: guidePath('operatorEdges', locale), label: t('common:help') }}
        actions={data.state === 'data' && add}
      />
      {read.data && (
        <div className="mb-[18px] grid gap-3">
          <Banner tone={read.data.steering === 'none' ? 'warning' : 'info'}>{t(`operatorEdge:steering.${read.data.steering}`)}</Banner>
          {fixed.length > 0 && read.data.edges.some(({ addresses }) => addresses.length > 0) && (
            <Banner tone="warning">{t('operatorEdge:fixed', { addresses: fixed.join(', ') })}</Banner>
          )}
        </div>
      )}
      <DataTable
        label={t('operatorEdge:title')}
        data={data}
        keyOf={selectId}
        {...table}
        order={order}
        filtersLabel={t('operatorEdge:filters')}
        defaults={wholeView}
        searchLabel={t('operatorEdge:search')}
        loadFailed={t('operatorEdge:loadFailed')}
        empty={<EmptyState icon={Server} title={t('operatorEdge:empty')} description={t('operatorEdge:emptyText')} action={add} />}
        noMatch={{ title: t('operatorEdge:noMatch'), text: t('operatorEdge:noMatchText') }}
        status={(visible, total) =>
          visible === total
            ? t('operatorEdge:count', counted(total, locale))
            : t('operatorEdge:shownOf', { item: formatNumber(visible, locale), total: formatNumber(total, locale) })
        }
        onRow={acts.edit}
        nameOf={edgeName}
        onExport={(csv) => saveFile('edges.csv', csv, 'text/csv')}
        twoLine
      />
      {read.data && (
        <PlacesCard
          places={read.data.places}
          onAdd={place.add}
          onEdit={place.edit}
          onRemove={({ id: placeId, name, version }) =>
            openDialog({
              kind: 'confirm',
              title: t('operatorEdge:removePlaceAsk', { name }),
              description: t('operatorEdge:removePlaceText'),
              action: t('operatorEdge:removePlace'),
              run: () => removePlace.mutateAsync({ placeId, version }),
            })
          }
        />
      )}
      {place.dialog}
      {dialog && (
        <Suspense>
          <EditDialog
            key={dialog.item.kind === 'form' ? (dialog.item.edge?.id ?? 'new') : 'command'}
            open={dialog.isOpen}
            onClose={() => setDialog({ ...dialog, isOpen: false })}
            title={t(
              dialog.item.kind === 'command' ? 'operatorEdge:command.title' : dialog.item.edge ? 'operatorEdge:edit' : 'operatorEdge:add',
            )}
          >
            {(callbacks) =>
              dialog.item.kind === 'command' ? (
                <CommandView joining={dialog.item.joining} onDone={callbacks.onDone} />
              ) : (
                <EdgeForm
                  edge={dialog.item.edge}
                  places={read.data?.places ?? []}
                  portal={read.data?.release ?? ''}
                  onAdded={(joining) => open({ kind: 'command', joining })}
                  {...callbacks}
                />
              )
            }
          </EditDialog>
        </Suspense>
      )}
    </>
  );
}
