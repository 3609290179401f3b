import { lazy } from 'react';
import { useRead } from '../../../browser/api/query.ts';
import type { Server } from '../../../lib/contract/cloud/server.ts';
import { type Space, space } from '../../../lib/contract/cloud/space.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { Card } from '../../ui/Card.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useEditDialog } from '../../ui/useEditDialog.tsx';
import { LinkList, LinkPicker } from '../shared/Links.tsx';
import { useDetachSpace } from './useDetachSpace.ts';

const AttachSpace = lazy(async () => ({ default: (await import('./AttachSpace.tsx')).AttachSpace }));

/** The spaces that a server uses as folders. Choosing another one opens its form with this server. Nothing without an object store. */
export function ServerSpaces({ server }: { server: Pick<Server, 'id' | 'name'> }) {
  const t = useT();
  const { id } = server;
  const { data, error, isFetching, refetch } = useRead(space.list, {});
  const { detach, busy } = useDetachSpace();
  const { edit, dialog } = useEditDialog<Space>({
    addTitle: '',
    editTitle: t('space:ofServer.attach'),
    form: (item, callbacks) => item && <AttachSpace item={item} serverId={id} {...callbacks} />,
  });
  if (data?.hasStore === false) return null;
  const spaces = data?.spaces ?? [];
  const items = spaces.flatMap((item) =>
    item.servers
      .filter((on) => on.id === id)
      .map(({ mountPoint }) => ({
        id: item.id,
        name: item.name,
        note: (
          <bdi dir="ltr" className="mono min-w-0 break-all text-caption text-text-3">
            {mountPoint}
          </bdi>
        ),
      })),
  );
  const candidates = spaces.filter((item) => !item.suspended && !item.servers.some((on) => on.id === id));
  const attach = (spaceId: string) => {
    const item = candidates.find((one) => one.id === spaceId);
    if (item) edit(item);
  };
  return (
    <Card
      title={t('space:ofServer.title')}
      actions={
        <a className="link text-caption" href={href('spaces')}>
          {t('space:unknown.action')}
        </a>
      }
      className="mt-[18px]"
    >
      {data ? (
        <div className="grid gap-4">
          <LinkList
            items={items}
            hrefOf={(item) => href('space', { id: item.id })}
            none={t('space:ofServer.none')}
            busy={busy}
            detach={(item) => t('space:ofServer.detach', { name: item })}
            onDetach={(item) => detach(item, server)}
          />
          <LinkPicker
            candidates={candidates}
            label={t('space:ofServer.attach')}
            placeholder={t('space:ofServer.choose')}
            none={t('space:ofServer.noCandidates')}
            busy={false}
            ltr
            onAttach={attach}
          />
        </div>
      ) : error ? (
        <LoadError
          flush
          title={t('space:loadFailed')}
          message={error.message}
          retryLabel={t('common:retry')}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton label={t('common:loading')} rows={3} />
      )}
      {dialog}
    </Card>
  );
}
