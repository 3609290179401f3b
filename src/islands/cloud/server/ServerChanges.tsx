import { useChanges } from '../../../lib/api/changes.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { changesOfServer } from '../../../lib/reads.ts';
import { ChangesCard } from '../../ui/ChangeList.tsx';

/** The latest changes of a server with old and new values, who made them and how. */
export function ServerChanges({ serverId }: { serverId: string }) {
  const t = useT();
  return (
    <ChangesCard
      title={t('server:changes.title')}
      read={useChanges(changesOfServer(serverId), true)}
      empty={t('server:changes.empty')}
      failed={t('server:changes.failed')}
    />
  );
}
