import { KeyRound, Plus } from 'lucide-react';
import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import { useRead, useWrite } from '../../../browser/api/query.ts';
import { saveFile } from '../../../browser/api/saveFile.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import { type ApiKey, apiKey } from '../../../lib/contract/account/apiKey.ts';
import { proposal } from '../../../lib/contract/account/proposal.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath } from '../../../lib/routes/index.ts';
import { Button } from '../../ui/Button.tsx';
import type { DataState } from '../../ui/DataState.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { EditDialog } from '../../ui/EditDialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { confirmed } from '../shared/confirmed.tsx';
import { toDataState } from '../shared/dataState.ts';
import type { OwnItem } from '../shared/ScopeField.tsx';
import { keyColumns, keyMenu } from './columns.tsx';

const KeyForm = lazy(async () => ({ default: (await import('./KeyForm.tsx')).KeyForm }));
const CallLog = lazy(async () => ({ default: (await import('./CallLog.tsx')).CallLog }));
const Proposals = lazy(async () => ({ default: (await import('./Proposals.tsx')).Proposals }));
const TokenView = lazy(async () => ({ default: (await import('./TokenView.tsx')).TokenView }));

const wholeView = { q: '', sort: 'name', dir: 'asc' };
const order = ['name'];
const selectId = ({ id }: ApiKey) => id;
const selectName = ({ name }: ApiKey) => name;

type Open = { kind: 'form'; item: ApiKey | null } | { kind: 'token'; token: string } | { kind: 'calls'; item: ApiKey };

/** The keys of the account: create, edit, roll and delete. A token is shown once, when it is created. */
export default function ApiKeys({ domains, servers }: { domains: readonly OwnItem[]; servers: readonly OwnItem[] }) {
  const t = useT();
  const locale = currentLocale();
  const read = useRead(apiKey.list, {});
  const proposals = useRead(proposal.list, {}).data?.proposals ?? [];
  const [dialog, setDialog] = useState<{ isOpen: boolean; shown: Open } | null>(null);
  const open = (visible: Open) => setDialog({ isOpen: true, shown: visible });
  const roll = useWrite(apiKey.roll, { notices: 'form' });
  const remove = useWrite(apiKey.remove);

  const acts = {
    edit: (item: ApiKey) => open({ kind: 'form', item }),
    calls: (item: ApiKey) => open({ kind: 'calls', item }),
    roll: (item: ApiKey) =>
      openDialog({
        kind: 'confirm',
        title: t('apiKey:roll.title', { name: item.name }),
        description: t('apiKey:roll.text'),
        action: t('apiKey:roll.action'),
        run: async () => open({ kind: 'token', token: (await confirmed(() => roll.mutateAsync({ apiKeyId: item.id }))).token }),
      }),
    remove: (item: ApiKey) => remove.mutateAsync({ apiKeyId: item.id }),
  };
  // Memoized: the menus of rows are created once.
  const act = useRef(acts);
  act.current = acts;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language is another function
  const table = useMemo(() => ({ columns: keyColumns(), menu: keyMenu(act) }), [t]);

  const state = toDataState(read);
  const data: DataState<readonly ApiKey[]> =
    state.state === 'data' ? (state.data.apiKeys.length > 0 ? { state: 'data', data: state.data.apiKeys } : { state: 'empty' }) : state;
  const limit = read.data?.limit ?? 0;
  const isFull = read.data !== undefined && read.data.apiKeys.length >= limit;
  const guide = { href: guidePath('apiKeys', locale), label: t('common:help') };
  const add = (
    <Button
      kind="primary"
      icon={Plus}
      onClick={() => open({ kind: 'form', item: null })}
      disabled={isFull}
      reason={isFull ? t('apiKey:error.limit', { max: formatNumber(limit, locale) }) : undefined}
    >
      {t('apiKey:add')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('apiKey:title')} description={t('apiKey:lead')} docs={guide} actions={data.state === 'data' && add} />
      {proposals.length > 0 && (
        <Suspense>
          <Proposals proposals={proposals} />
        </Suspense>
      )}
      <DataTable
        {...table}
        label={t('apiKey:title')}
        data={data}
        keyOf={selectId}
        order={order}
        defaults={wholeView}
        nameOf={selectName}
        searchLabel={t('apiKey:search')}
        loadFailed={t('apiKey:loadFailed')}
        empty={
          <EmptyState
            icon={KeyRound}
            title={t('apiKey:empty.title')}
            description={t('apiKey:empty.text')}
            action={add}
            link={
              <a className="link" href={guide.href}>
                {t('apiKey:empty.guide')}
              </a>
            }
          />
        }
        noMatch={{ title: t('apiKey:noMatch'), text: t('apiKey:noMatchText') }}
        status={(visible, total) =>
          visible === total
            ? t('apiKey:count', counted(total, locale))
            : `${formatNumber(visible, locale)} / ${t('apiKey:count', counted(total, locale))}`
        }
        onExport={(csv) => saveFile('api-keys.csv', csv, 'text/csv')}
        twoLine
      />
      {dialog && (
        <Suspense>
          <EditDialog
            key={dialog.shown.kind === 'form' ? (dialog.shown.item?.id ?? 'new') : dialog.shown.kind}
            size="large"
            open={dialog.isOpen}
            onClose={() => setDialog({ ...dialog, isOpen: false })}
            title={
              dialog.shown.kind === 'token'
                ? t('apiKey:token.title')
                : dialog.shown.kind === 'calls'
                  ? t('apiKey:calls.title', { name: dialog.shown.item.name })
                  : dialog.shown.item
                    ? t('apiKey:editTitle')
                    : t('apiKey:addTitle')
            }
          >
            {({ onDirty, onDone }) =>
              dialog.shown.kind === 'token' ? (
                <TokenView token={dialog.shown.token} onDone={onDone} />
              ) : dialog.shown.kind === 'calls' ? (
                <CallLog apiKeyId={dialog.shown.item.id} />
              ) : (
                <KeyForm
                  item={dialog.shown.item}
                  domains={domains}
                  servers={servers}
                  onDirty={onDirty}
                  onDone={(token) => (token === null ? onDone() : open({ kind: 'token', token }))}
                />
              )
            }
          </EditDialog>
        </Suspense>
      )}
    </>
  );
}
