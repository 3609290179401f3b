import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath } from '../../../lib/routes/index.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { StorageTabs } from '../shared/StorageTabs.tsx';
import { SimulatedNote } from '../shared/server/SimulatedNote.tsx';
import { SnapshotList } from './SnapshotList.tsx';

/** Snapshots of all servers of the account, including removed ones. */
export default function Snapshots() {
  const t = useT();
  return (
    <SnapshotList
      head={(createButton) => (
        <>
          <PageHeader
            title={t('snapshot:title')}
            description={t('snapshot:lead')}
            docs={{ href: guidePath('snapshots', currentLocale()), label: t('common:help') }}
            actions={createButton}
          />
          <StorageTabs route="snapshots" />
          <SimulatedNote />
        </>
      )}
    />
  );
}
