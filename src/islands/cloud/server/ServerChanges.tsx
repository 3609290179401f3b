import { useMay } from '../../../browser/access.ts';
import { useChanges } from '../../../browser/api/changes.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { changesOfServer } from '../../../lib/reads.ts';
import { ChangesCard } from '../../ui/ChangeList.tsx';

/** The latest changes of a server with old and new values, who made them and how. Absent for roles without the change log. */
export function ServerChanges({ serverId }: { serverId: string }) {
  const t = useT();
  const isShown = useMay()('activity');
  const changes = useChanges(isShown ? changesOfServer(serverId) : null, true);
  if (!isShown) return null;
  return (
    <ChangesCard title={t('server:changes.title')} read={changes} empty={t('server:changes.empty')} failed={t('server:changes.failed')} />
  );
}
