import { listInvalid, listOffered } from './catalog.ts';
import type { ComputeSettings } from './env.ts';
import type { Folders } from './folders.ts';
import { isFull } from './space.ts';

/** @returns what the operator should look at on this host, in English */
export async function listHostProblems(
  folders: Folders,
  { accel }: Pick<ComputeSettings, 'accel'>,
  acceleration: 'kvm' | 'tcg' | null,
): Promise<string[]> {
  const [offered, invalid, full] = await Promise.all([listOffered(folders), listInvalid(folders), isFull(folders.root)]);
  return [
    ...(offered.length === 0 ? ['no image is installed, so no server can be ordered: npm run compute:image'] : []),
    ...invalid.map((name) => `images/${name} isn’t a valid manifest, so its image isn’t offered`),
    ...(full ? ['less than 1 GB of the disk is free: new servers and copies are refused'] : []),
    ...(accel === 'auto' && acceleration === 'tcg'
      ? ['KVM doesn’t work here, so servers are emulated (COMPUTE_ACCEL=tcg if intended)']
      : []),
  ];
}
