import { Fingerprint, Pencil, Plus, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useRead, useWrite } from '../../../browser/api/query.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import { type Passkey, passkey } from '../../../lib/contract/account/passkey.ts';
import type { Output } from '../../../lib/contract/call.ts';
import { formatAge, formatDate } from '../../../lib/format/date.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { DataShell } from '../../ui/DataState.tsx';
import { EditDialog } from '../../ui/EditDialog.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { SettingCard, SettingRow } from '../../ui/SettingRow.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { confirmed } from '../shared/confirmed.tsx';
import { toDataState } from '../shared/dataState.ts';
import { hindrance } from '../shared/webauthn.ts';

const AddForm = lazy(async () => ({ default: (await import('./AddForm.tsx')).AddForm }));
const NameForm = lazy(async () => ({ default: (await import('./NameForm.tsx')).NameForm }));

const kinds = { backedUp: 'ok', syncable: 'waiting', device: 'off' } as const;

/** The passkeys of the account: what signs in instead of the password. */
export default function Passkeys() {
  const t = useT();
  const read = useRead(passkey.list, {});
  return (
    <DataShell
      data={toDataState(read)}
      loading={
        <SettingCard title={t('passkey:title')}>
          <div className="px-[18px] py-4">
            <Skeleton label={t('common:loading')} rows={2} />
          </div>
        </SettingCard>
      }
      error={(message, retry, busy) => (
        <SettingCard title={t('passkey:title')}>
          <LoadError flush title={t('passkey:loadFailed')} message={message} retryLabel={t('common:retry')} onRetry={retry} busy={busy} />
        </SettingCard>
      )}
      empty={null}
    >
      {(state) => <List {...state} />}
    </DataShell>
  );
}

function List({ passkeys, limit, host }: Output<typeof passkey.list>) {
  const t = useT();
  const [adds, setAdds] = useState(false);
  const [renamed, setRenamed] = useState<Passkey | null>(null);
  const why = host === null ? t('passkey:error.unavailable') : hindrance(host);
  const isFull = passkeys.length >= limit;
  return (
    <SettingCard
      title={t('passkey:title')}
      actions={
        why === null && (
          <Button
            size="sm"
            icon={Plus}
            {...(isFull && { disabled: true, reason: t('passkey:error.limit', { max: formatNumber(limit, currentLocale()) }) })}
            onClick={() => setAdds(true)}
          >
            {t('passkey:add')}
          </Button>
        )
      }
    >
      <div className="grid gap-3 px-[18px] py-4 text-ui text-text-2">
        <p>{t('passkey:text')}</p>
        {why !== null && <Banner tone="info">{why}</Banner>}
        {passkeys.length === 0 && why === null && <p>{t('passkey:none')}</p>}
      </div>
      {passkeys.length > 0 && (
        <ul aria-label={t('passkey:list')} className="border-border border-t">
          {passkeys.map((one) => (
            <li key={one.id}>
              <Item item={one} isLast={passkeys.length === 1} onRename={() => setRenamed(one)} />
            </li>
          ))}
        </ul>
      )}
      <EditDialog open={adds} onClose={() => setAdds(false)} title={t('passkey:addTitle')}>
        {(form) => (
          <Suspense>
            <AddForm {...form} />
          </Suspense>
        )}
      </EditDialog>
      <EditDialog open={renamed !== null} onClose={() => setRenamed(null)} title={t('passkey:renameTitle')}>
        {(form) => <Suspense>{renamed && <NameForm passkeyId={renamed.id} name={renamed.name} {...form} />}</Suspense>}
      </EditDialog>
    </SettingCard>
  );
}

function Item({
  item: { id, name, createdAt, lastUsedAt, storage },
  isLast,
  onRename,
}: {
  item: Passkey;
  isLast: boolean;
  onRename: () => void;
}) {
  const t = useT();
  const locale = currentLocale();
  const remove = useWrite(passkey.remove, { notices: 'form' });
  const added = formatDate(createdAt, locale);
  const confirmRemoval = () =>
    openDialog({
      kind: 'confirm',
      title: t('passkey:removeTitle', { name }),
      description: isLast ? t('passkey:removeLast') : t('passkey:removeText'),
      action: t('passkey:remove'),
      run: () => confirmed(() => remove.mutateAsync({ passkeyId: id })),
    });
  return (
    <SettingRow
      icon={Fingerprint}
      title={<bdi>{name}</bdi>}
      badge={<StatusBadge kind={kinds[storage]}>{t(`passkey:storage.${storage}`)}</StatusBadge>}
      description={lastUsedAt === null ? t('passkey:unused', { added }) : t('passkey:used', { added, used: formatAge(lastUsedAt, locale) })}
      control={
        <>
          <IconButton icon={Pencil} size="sm" label={t('passkey:renameNamed', { name })} onClick={onRename} />
          <IconButton changes icon={Trash2} size="sm" label={t('passkey:removeNamed', { name })} onClick={confirmRemoval} />
        </>
      }
    />
  );
}
