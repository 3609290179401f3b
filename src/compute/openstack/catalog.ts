import type { Logger } from 'pino';
import type { ServerSpec } from '../../lib/rules/cloud/compute/spec.ts';
import type { DiskType, ServerSize } from '../../lib/rules/cloud/server/states.ts';
import type { OfferedImage } from '../protocol.ts';
import { type CloudFlavor, listFlavors } from './api/flavor.ts';
import { type CloudImage, listImages } from './api/image.ts';
import type { CloudSession } from './api/session.ts';
import { hasBackupService } from './api/volume.ts';

const MIB_PER_GB = 1_024;
const BYTES_PER_GB = 1_073_741_824;
/** The value of `os_distro` of an image for rescue. */
const RESCUE = 'rescue';
/** The extra specification of a flavor with the type of its disk, where several have the same size. */
const DISK_TYPE = 'nasim:disk_type';

interface Offer {
  flavors: CloudFlavor[];
  images: CloudImage[];
  hasBackups: boolean;
}

/** What can be installed in each region, as last read. */
export class Catalog {
  readonly #offers = new Map<string, Offer>();

  /** Null: not read yet. */
  #offer(region: string): Offer | null {
    return this.#offers.get(region) ?? null;
  }
  isKnown(region: string): boolean {
    return this.#offers.has(region);
  }
  hasBackups(region: string): boolean {
    return this.#offer(region)?.hasBackups ?? false;
  }

  async refresh(session: CloudSession, region: string, signal: AbortSignal, log: Pick<Logger, 'warn'>): Promise<void> {
    const scope = (await session.own(signal)).inRegion(region);
    const [flavors, images] = await Promise.all([listFlavors(scope, signal), listImages(scope, { visibility: 'public' }, signal)]);
    const before = this.#offers.get(region);
    // A cloud without Cinder, or a role that may not ask.
    const hasBackups =
      before?.hasBackups ??
      (await hasBackupService(scope, signal).catch((error: unknown) => {
        log.warn({ err: error, region }, 'volumes have no backups here');
        return false;
      }));
    this.#offers.set(region, { flavors: flavors.filter(({ isDisabled }) => !isDisabled), images: images.filter(isOffered), hasBackups });
  }

  /** The flavor with exactly this size; null: the cloud has none. */
  flavor(region: string, size: ServerSize & { diskType: DiskType }): CloudFlavor | null {
    const matches = this.#offer(region)?.flavors.filter((one) => {
      return one.cpu === size.cpu && one.ramMb === size.ram * MIB_PER_GB && one.disk === size.disk;
    });
    return (
      matches?.find(({ extraSpecs }) => extraSpecs[DISK_TYPE] === size.diskType) ??
      matches?.find(({ extraSpecs }) => extraSpecs[DISK_TYPE] === undefined) ??
      null
    );
  }

  /** The newest image of a system; null: the cloud has none. */
  image(region: string, os: ServerSpec['image']['os']): CloudImage | null {
    const matches = this.#offer(region)?.images.filter(({ distribution, version }) => distribution === os.type && version === os.version);
    return matches?.sort((a, b) => b.createdAt - a.createdAt)[0] ?? null;
  }
  /** The image for rescue; null: that of the server is used. */
  rescueImage(region: string): CloudImage | null {
    return this.#offer(region)?.images.find(({ distribution }) => distribution === RESCUE) ?? null;
  }

  /** The systems that every region has, because an order chooses the system before the data center. */
  installable(): OfferedImage[] {
    const [first, ...others] = [...this.#offers.values()];
    const systems = new Map<string, OfferedImage>();
    for (const image of first?.images ?? []) {
      const { distribution: type, version } = image;
      if (type === null || version === null || type === RESCUE) continue;
      if (others.some(({ images }) => !images.some((one) => one.distribution === type && one.version === version))) continue;
      const minDisk = smallestDisk(image);
      const known = systems.get(`${type} ${version}`);
      systems.set(`${type} ${version}`, { type, version, minDisk: Math.max(minDisk, known?.minDisk ?? 0) });
    }
    return [...systems.values()];
  }
}

const isOffered = ({ status, isHidden, distribution, version }: CloudImage): boolean =>
  status === 'active' && !isHidden && distribution !== null && (version !== null || distribution === RESCUE);

/** GB of the smallest disk that an image fits on. */
export const smallestDisk = ({ minDisk, virtualSize }: Pick<CloudImage, 'minDisk' | 'virtualSize'>): number =>
  Math.max(1, minDisk, Math.ceil((virtualSize ?? 0) / BYTES_PER_GB));
export const toMib = (gb: number): number => gb * MIB_PER_GB;
