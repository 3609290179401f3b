import type { ServerSpec } from '../../lib/rules/cloud/compute/spec.ts';
import type { Core } from '../backend.ts';
import { Locks } from '../convergence/locks.ts';
import type { MeasureStep } from '../metrics/steps.ts';
import { NotReady } from '../outcomes.ts';
import type { Kind } from '../protocol.ts';
import { listNetworks, listSubnets } from './api/network.ts';
import { type CloudScope, CloudSession } from './api/session.ts';
import type { Home, OpenstackApplied } from './applied.ts';
import type { Catalog } from './catalog.ts';
import type { Intervals, Observations } from './observations.ts';
import type { OpenstackSettings, Place } from './settings.ts';

/** The network with the public addresses in a region. */
export interface PublicNetwork {
  id: string;
  /** IDs of its subnets of each version, in the order of the cloud. */
  ipv4: string[];
  ipv6: string[];
}

/** What the parts of the OpenStack backend share. */
export class Cloud {
  readonly settings: OpenstackSettings;
  readonly core: Core<OpenstackApplied>;
  readonly session: CloudSession;
  readonly locks = new Locks();
  readonly catalog: Catalog;
  readonly observations: Observations;
  readonly intervals: Intervals;
  /** Ends with the process. */
  readonly signal: AbortSignal;
  readonly measureStep: MeasureStep;
  readonly #missingSizes = new Map<string, { region: string; size: ServerSpec['size'] }>();

  constructor(parts: Pick<Cloud, 'settings' | 'core' | 'catalog' | 'observations' | 'intervals' | 'signal' | 'session' | 'measureStep'>) {
    this.settings = parts.settings;
    this.core = parts.core;
    this.session = parts.session;
    this.catalog = parts.catalog;
    this.observations = parts.observations;
    this.intervals = parts.intervals;
    this.signal = parts.signal;
    this.measureStep = parts.measureStep;
  }

  /** Something has to wait until another thing is done with it. */
  inUse(message: string): NotReady {
    return new NotReady(message, this.intervals.inUseMs);
  }

  /** Records a size that was ordered and that no flavor has. */
  addMissingSize(region: string, size: ServerSpec['size']): void {
    this.#missingSizes.set(JSON.stringify([region, size]), { region, size });
  }
  /** What the operator has to add. */
  problems(): string[] {
    const missing = [...this.#missingSizes.values()].filter(({ region, size }) => this.catalog.flavor(region, size) === null);
    return missing.map(
      ({ region, size }) => `no flavor in region ${region}: ${size.cpu} vCPU, ${size.ram} GB, disk of ${size.disk} GB, ${size.diskType}`,
    );
  }

  get store(): Core<OpenstackApplied>['store'] {
    return this.core.store;
  }

  /** @throws NotReady when the operator has removed the data center from the mapping */
  place(dataCenter: string): Place {
    const place = this.settings.places.get(dataCenter);
    if (!place) throw new NotReady(`no region for data center ${dataCenter}`, 60_000);
    return place;
  }

  /** Requests to a project. */
  scope({ projectId, region }: Home): CloudScope {
    return this.session.project(projectId, region);
  }

  /** Converges again after the next observation of the region. */
  wait(kind: Kind, id: string, region: string): void {
    this.observations.wait(kind, id, region);
  }

  /** As it is now: its operator may add subnets. @throws NotReady while the region has no such network */
  async publicNetwork(region: string): Promise<PublicNetwork> {
    const scope = (await this.session.own(this.signal)).inRegion(region);
    const found = (await listNetworks(scope, {}, this.signal)).find(({ name, isExternal, isShared }) => {
      return name === this.settings.network && (isExternal || isShared);
    });
    if (!found) throw new NotReady(`region ${region} has no external or shared network ${this.settings.network}`, 60_000);
    const subnets = await listSubnets(scope, { networkId: found.id }, this.signal);
    const ids = (version: 4 | 6) => subnets.filter((subnet) => subnet.version === version).map(({ id }) => id);
    return { id: found.id, ipv4: ids(4), ipv6: ids(6) };
  }
}

/** A session as the settings say. */
export const openSession = (settings: OpenstackSettings): CloudSession =>
  new CloudSession({
    authUrl: settings.authUrl,
    username: settings.username,
    password: settings.password,
    userDomainId: settings.userDomainId,
    project: { name: settings.projectName, domainId: settings.projectDomainId },
    region: [...settings.places.values()][0]?.region ?? '',
    interface: settings.interface,
  });
