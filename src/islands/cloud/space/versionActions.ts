import { send } from '../../../browser/api/client.ts';
import { stale } from '../../../browser/api/query.ts';
import { navigate } from '../../../browser/navigate.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import { notify } from '../../../browser/stores/snackbars.ts';
import { type SpaceVersion, spaceVersion } from '../../../lib/contract/cloud/spaceVersion.ts';
import { t } from '../../../lib/i18n/react.tsx';
import { baseName } from '../../../lib/rules/cloud/space/folders.ts';

const named = (spaceId: string, { key, versionId }: SpaceVersion) => ({ spaceId, key, versionId });

async function remove(spaceId: string, version: SpaceVersion, title: string): Promise<void> {
  await send(spaceVersion.delete, named(spaceId, version));
  stale(spaceVersion.delete);
  notify({ type: 'success', title });
}

/** Without its delete marker, the object has its newest version again. Failures are shown by a snackbar. */
export const undelete = (spaceId: string, marker: SpaceVersion): Promise<void> =>
  remove(spaceId, marker, t('space:version.undeleted', { name: baseName(marker.key) }));

export const confirmVersionDelete = (spaceId: string, version: SpaceVersion): string =>
  openDialog({
    kind: 'delete',
    title: t('space:version.deleteQuestion', { name: baseName(version.key) }),
    description: t('space:version.deleteText'),
    losses: [version.key],
    action: t('space:version.delete'),
    cancel: t('common:cancel'),
    run: () => remove(spaceId, version, t('space:version.deleted')),
  });

/** The response is an attachment, so the page stays. */
export async function downloadVersion(spaceId: string, version: SpaceVersion): Promise<void> {
  const { url } = await send(spaceVersion.download, named(spaceId, version));
  navigate.leave(url);
}
