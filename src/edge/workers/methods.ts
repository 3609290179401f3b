import type { MetricJson } from '../../lib/node/metrics.ts';
import type { DomainPolicy } from '../../lib/rules/cdn/edge/bundle.ts';
import type { RateLimit } from '../../lib/rules/cdn/edge/protection.ts';
import type { RateCount } from '../../lib/rules/cdn/edge/rateLimit.ts';
import type { NewFile } from '../cache/files.ts';
import type { Certificate } from '../listen/previewCertificates.ts';
import type { Ports } from '../listen/servers.ts';
import type { Listening } from '../server.ts';

/** What a worker asks of the main process. */
export interface MainMethods {
  /** As `RateCounter.count`. */
  count(domainId: string, rule: RateLimit, ip: string, now: number, isExempt: boolean): RateCount;
  /** As in `Logs`. */
  addEntries(entries: readonly string[]): void;
  /** Resolves when all workers know what has become invalid. */
  invalidate(base: string, at: number): Promise<void>;
  /** As in `FileOwner`. */
  storeFile(file: NewFile): Promise<boolean>;
  replaceFile(name: string, requestedAt: number, isVariants: boolean): void;
  useFile(name: string): void;
  createPreviewCertificate(name: string): Promise<Certificate>;
}

/** A policy, and from when its purges count: the same moment in all workers. */
export interface Update {
  policy: DomainPolicy;
  purgedAt: [id: string, at: number][];
}

/** What the main process asks of a worker. */
export interface WorkerMethods {
  update(changed: readonly Update[], removed: readonly string[]): void;
  /** @returns the ports, when it accepts connections */
  listen(listening: Listening): Promise<Ports>;
  /** As in `Copies`. */
  setInvalid(base: string, at: number): void;
  clear(): void;
  /** As in `Server`. */
  drain(isDraining: boolean): void;
  /** Open connections, bytes of its cache, and its time on processors in ms. */
  load(): { connections: number; memory: number; cpu: number };
  /** Its metrics, without those of the main process. */
  metrics(): Promise<MetricJson[]>;
  /** Ends connections after their responses, at the latest after 8 s. */
  stop(): Promise<void>;
}
