import type { Space, Versioning } from '../../../lib/contract/cloud/space.ts';
import { AccessCard } from './AccessCard.tsx';
import { FurtherKeys } from './FurtherKeys.tsx';
import { LifecycleCard } from './LifecycleCard.tsx';
import { MountCard } from './MountCard.tsx';
import { SharedLinks } from './SharedLinks.tsx';
import { VersioningCard } from './VersioningCard.tsx';

/** What of a space is set rather than stored: the cards that its store has something for. They load together, after the files. */
export function SpaceSettings({ item, versioning }: { item: Space; versioning: Versioning | null | undefined }) {
  return (
    <>
      <FurtherKeys item={item} />
      <SharedLinks item={item} />
      {versioning && <VersioningCard item={item} versioning={versioning} />}
      {item.access && <AccessCard item={{ ...item, access: item.access }} />}
      {versioning && <LifecycleCard item={item} />}
      <MountCard item={item} />
    </>
  );
}
