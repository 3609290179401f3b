import type { Logger } from 'pino';
import type { ServerSpec } from '../../lib/rules/cloud/compute/spec.ts';
import type { DiskType, ServerSize } from '../../lib/rules/cloud/server/states.ts';
import { NotReady } from '../outcomes.ts';
import type { OfferedImage } from '../protocol.ts';
import { isCloudError } from './api/errors.ts';
import { type CloudFlavor, listFlavors } from './api/flavor.ts';
import { type CloudImage, listImages } from './api/image.ts';
import type { CloudScope, CloudSession } from './api/session.ts';
import { hasBackupService } from './api/volume.ts';
import type { OpenstackSettings } from './settings.ts';

const MIB_PER_GB = 1_024;
/** So often it is read whether volumes have backups. */
const BACKUPS_MS = 600_000;
const BYTES_PER_GB = 1_073_741_824;
/** The value of `os_distro` of an image for rescue. */
const RESCUE = 'rescue';
/** The extra specification of a flavor with the type of its disk, where several have the same size. */
const DISK_TYPE = 'nasim:disk_type';

interface Offer {
  flavors: CloudFlavor[];
  images: CloudImage[];
  /** Null: not known yet. */
  hasBackups: boolean | null;
  /** Epoch ms of `hasBackups`. */
  backupsAt: number;
}

/** What can be installed in each region, as last read. */
export class Catalog {
  readonly #offers = new Map<string, Offer>();
  readonly #mapped: OpenstackSettings['images'];

  /** @param images of systems, where the operator has named them */
  constructor(images: OpenstackSettings['images'] = new Map()) {
    this.#mapped = images;
  }

  /** @throws NotReady before it was read */
  #offer(region: string): Offer {
    const offer = this.#offers.get(region);
    if (!offer) throw new NotReady(`region ${region} hasn't responded yet`);
    return offer;
  }
  isKnown(region: string): boolean {
    return this.#offers.has(region);
  }
  /** Null: not known yet. */
  hasBackups(region: string): boolean | null {
    return this.#offers.get(region)?.hasBackups ?? null;
  }

  async refresh(session: CloudSession, region: string, signal: AbortSignal, log: Pick<Logger, 'warn'>): Promise<void> {
    const scope = (await session.own(signal)).inRegion(region);
    const [flavors, images] = await Promise.all([listFlavors(scope, signal), listImages(scope, { visibility: 'public' }, signal)]);
    const before = this.#offers.get(region);
    const logged = before ? this.problems(region) : [];
    const isRecent = before?.hasBackups != null && Date.now() - before.backupsAt < BACKUPS_MS;
    const backups = isRecent ? before : await this.#readBackups(scope, before, signal, log);
    this.#offers.set(region, {
      flavors: flavors.filter(({ isDisabled }) => !isDisabled),
      images: images.filter(isUsable),
      hasBackups: backups.hasBackups,
      backupsAt: backups.backupsAt,
    });
    for (const problem of this.problems(region).filter((one) => !logged.includes(one))) log.warn({ region }, problem);
  }

  async #readBackups(
    scope: CloudScope,
    before: Offer | undefined,
    signal: AbortSignal,
    log: Pick<Logger, 'warn'>,
  ): Promise<Pick<Offer, 'hasBackups' | 'backupsAt'>> {
    const backupsAt = Date.now();
    try {
      return { hasBackups: await hasBackupService(scope, signal), backupsAt };
    } catch (error) {
      if (isCloudError(error) && error.isTemporary) return before ?? { hasBackups: null, backupsAt };
      // A cloud without Cinder, or a role that may not ask.
      if (before?.hasBackups !== false) log.warn({ err: error, region: scope.region }, 'volumes have no backups here');
      return { hasBackups: false, backupsAt };
    }
  }

  /** The flavor with exactly this size; null: the cloud has none. @throws NotReady, like the others */
  flavor(region: string, size: ServerSize & { diskType: DiskType }): CloudFlavor | null {
    const matches = this.#offer(region).flavors.filter((one) => {
      return one.cpu === size.cpu && one.ramMb === size.ram * MIB_PER_GB && one.disk === size.disk;
    });
    return (
      matches.find(({ extraSpecs }) => extraSpecs[DISK_TYPE] === size.diskType) ??
      matches.find(({ extraSpecs }) => extraSpecs[DISK_TYPE] === undefined) ??
      null
    );
  }

  /** The newest image of a system; null: the cloud has none. */
  image(region: string, os: ServerSpec['image']['os']): CloudImage | null {
    const mapped = this.#mapped.get(toSystem(os));
    const matches = this.#offer(region).images.filter(({ id, name, distribution, version }) => {
      return mapped === undefined ? distribution === os.type && version === os.version : id === mapped || name === mapped;
    });
    return matches.toSorted((a, b) => b.createdAt - a.createdAt)[0] ?? null;
  }
  /** The image for rescue; null: that of the server is used. */
  rescueImage(region: string): CloudImage | null {
    return this.#offer(region).images.find(({ distribution }) => distribution === RESCUE) ?? null;
  }

  /** The systems that every region has, because an order chooses the system before the data center. */
  installable(): OfferedImage[] {
    const regions = [...this.#offers.keys()];
    return this.#systems().flatMap((os) => {
      const images = regions.map((region) => this.image(region, os));
      const found = images.filter((image) => image !== null);
      if (found.length < images.length) return [];
      return [{ ...os, minDisk: Math.max(...found.map(smallestDisk)) }];
    });
  }

  /** Of any region. */
  #systems(): { type: string; version: string }[] {
    const found = new Set(this.#mapped.keys());
    for (const { images } of this.#offers.values())
      for (const { distribution: type, version } of images)
        if (type !== null && version !== null && type !== RESCUE) found.add(toSystem({ type, version }));
    return [...found].map((system) => {
      const [type = '', version = ''] = system.split('/');
      return { type, version };
    });
  }

  /** What the operator has named and a region doesn't have. */
  problems(region?: string): string[] {
    const regions = region === undefined ? [...this.#offers.keys()] : [region];
    return regions.flatMap((one) =>
      [...this.#mapped].flatMap(([system, image]) => {
        const [type = '', version = ''] = system.split('/');
        return this.image(one, { type, version }) ? [] : [`region ${one} has no public image ${image} for ${system}`];
      }),
    );
  }
}

const toSystem = ({ type, version }: { type: string; version: string }): string => `${type}/${version}`;
const isUsable = ({ status, isHidden }: CloudImage): boolean => status === 'active' && !isHidden;

/** GB of the smallest disk that an image fits on. */
export const smallestDisk = ({ minDisk, virtualSize }: Pick<CloudImage, 'minDisk' | 'virtualSize'>): number =>
  Math.max(1, minDisk, Math.ceil((virtualSize ?? 0) / BYTES_PER_GB));
export const toMib = (gb: number): number => gb * MIB_PER_GB;
