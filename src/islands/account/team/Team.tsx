import { UserPlus, Users } from 'lucide-react';
import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import { useMay } from '../../../browser/access.ts';
import { useRead } from '../../../browser/api/query.ts';
import { saveFile } from '../../../browser/api/saveFile.ts';
import { auth } from '../../../lib/contract/account/auth.ts';
import { type Member, type TransferredKey, team } from '../../../lib/contract/account/team.ts';
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
import { toDataState } from '../shared/dataState.ts';
import { Accounts } from './Accounts.tsx';
import { memberColumns, memberMenu, memberName } from './columns.tsx';
import { Invitations } from './Invitations.tsx';
import type { OwnItems } from './MemberForm.tsx';

const MemberForm = lazy(async () => ({ default: (await import('./MemberForm.tsx')).MemberForm }));
const RemoveForm = lazy(async () => ({ default: (await import('./RemoveForm.tsx')).RemoveForm }));
const NewTokens = lazy(async () => ({ default: (await import('./NewTokens.tsx')).NewTokens }));
const wholeView = { q: '', sort: 'since', dir: 'asc' };
const order = ['since'];
const selectId = ({ id }: Member) => id;

type Open =
  /** Null: an invitation. */
  { kind: 'form'; member: Member | null } | { kind: 'remove'; member: Member } | { kind: 'tokens'; keys: readonly TransferredKey[] };

/** The members of the account, open invitations, and the accounts that the caller can act for. */
export default function Team(items: OwnItems) {
  const t = useT();
  const locale = currentLocale();
  const may = useMay();
  const hasList = may('team');
  const read = useRead(team.list, {}, { enabled: hasList });
  const acting = useRead(auth.profile, {}).data?.acting ?? null;
  const [dialog, setDialog] = useState<{ isOpen: boolean; shown: Open } | null>(null);
  const open = (visible: Open) => setDialog({ isOpen: true, shown: visible });

  const count = (read.data?.members.length ?? 0) + (read.data?.invitations.length ?? 0);
  const isFull = read.data !== undefined && count >= read.data.limit;
  const forbidden = may('team', 'write') ? undefined : t('team:forbidden');
  const acts = {
    reason: forbidden,
    edit: (member: Member) => open({ kind: 'form', member }),
    remove: (member: Member) => open({ kind: 'remove', member }),
  };
  // Memoized: the menus of rows are created once.
  const act = useRef(acts);
  act.current = acts;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language is another function
  const table = useMemo(() => ({ columns: memberColumns(), menu: memberMenu(act) }), [t]);

  const state = toDataState(read);
  const data: DataState<readonly Member[]> = state.state === 'data' ? { state: 'data', data: state.data.members } : state;
  const reason = forbidden ?? (isFull ? t('team:error.limit', { max: formatNumber(read.data?.limit ?? 0, locale) }) : undefined);
  return (
    <>
      <PageHeader
        title={t('team:title')}
        description={t('team:lead')}
        docs={{ href: guidePath('team', locale), label: t('common:help') }}
        actions={
          data.state === 'data' && (
            <Button
              kind="primary"
              icon={UserPlus}
              onClick={() => open({ kind: 'form', member: null })}
              disabled={reason !== undefined}
              reason={reason}
            >
              {t('team:invite')}
            </Button>
          )
        }
      />
      {hasList && (
        <DataTable
          {...table}
          label={t('team:title')}
          data={data}
          keyOf={selectId}
          order={order}
          defaults={wholeView}
          nameOf={memberName}
          searchLabel={t('team:search')}
          loadFailed={t('team:loadFailed')}
          empty={<EmptyState icon={Users} title={t('team:title')} description={t('team:lead')} />}
          noMatch={{ title: t('team:noMatch'), text: t('team:noMatchText') }}
          status={(visible, total) =>
            visible === total
              ? t('team:count', counted(total, locale))
              : `${formatNumber(visible, locale)} / ${t('team:count', counted(total, locale))}`
          }
          onExport={(csv) => saveFile('team.csv', csv, 'text/csv')}
          twoLine
        />
      )}
      <Invitations invitations={read.data?.invitations ?? []} reason={forbidden} />
      <Accounts />
      {dialog && (
        <Suspense>
          <EditDialog
            key={dialog.shown.kind === 'tokens' ? 'tokens' : `${dialog.shown.kind} ${dialog.shown.member?.id}`}
            size="large"
            open={dialog.isOpen}
            onClose={() => setDialog({ ...dialog, isOpen: false })}
            title={
              dialog.shown.kind === 'tokens'
                ? t('team:tokens.title')
                : dialog.shown.kind === 'remove'
                  ? t('team:remove.title', { name: memberName(dialog.shown.member) })
                  : dialog.shown.member
                    ? t('team:editTitle', { name: memberName(dialog.shown.member) })
                    : t('team:inviteTitle')
            }
          >
            {({ onDirty, onDone }) =>
              dialog.shown.kind === 'tokens' ? (
                <NewTokens keys={dialog.shown.keys} onDone={onDone} />
              ) : dialog.shown.kind === 'remove' ? (
                <RemoveForm
                  member={dialog.shown.member}
                  onDirty={onDirty}
                  onDone={onDone}
                  onTransferred={(keys) => open({ kind: 'tokens', keys })}
                />
              ) : (
                <MemberForm
                  member={dialog.shown.member}
                  items={items}
                  isOwner={!acting || acting.role === 'owner'}
                  onDirty={onDirty}
                  onDone={onDone}
                />
              )
            }
          </EditDialog>
        </Suspense>
      )}
    </>
  );
}
