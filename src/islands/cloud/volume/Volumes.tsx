import { StorageTabs } from '../shared/StorageTabs.tsx';
import { SimulatedNote } from '../shared/server/SimulatedNote.tsx';
import { VolumeList } from './VolumeList.tsx';

/** All volumes of the account. */
export default function Volumes() {
  return (
    <VolumeList
      notice={
        <>
          <StorageTabs route="volumes" />
          <SimulatedNote />
        </>
      }
    />
  );
}
