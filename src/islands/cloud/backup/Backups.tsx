import { StorageTabs } from '../shared/StorageTabs.tsx';
import { SimulatedNote } from '../shared/server/SimulatedNote.tsx';
import { BackupList } from './BackupList.tsx';

/** All backups of the account. */
export default function Backups() {
  return (
    <BackupList
      notice={
        <>
          <StorageTabs route="backups" />
          <SimulatedNote />
        </>
      }
    />
  );
}
