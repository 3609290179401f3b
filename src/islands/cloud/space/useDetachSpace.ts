import { useWrite } from '../../../browser/api/query.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import { space } from '../../../lib/contract/cloud/space.ts';
import { useT } from '../../../lib/i18n/react.tsx';

interface Named {
  id: string;
  name: string;
}

/** Detaches a space from a server after a confirmation. */
export function useDetachSpace(): { detach: (from: Named, server: Named) => void; busy: boolean } {
  const t = useT();
  const { mutateAsync, isPending } = useWrite(space.detach);
  const detach = ({ id: spaceId, name }: Named, server: Named) =>
    openDialog({
      kind: 'confirm',
      title: t('space:mount.detachQuestion', { name, server: server.name }),
      description: t('space:mount.detachText'),
      action: t('space:mount.detachAction'),
      run: () => mutateAsync({ spaceId, serverId: server.id }),
    });
  return { detach, busy: isPending };
}
