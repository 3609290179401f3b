import { connectionErrors } from '../../core/connectionErrors.ts';
import type { Duration } from '../edge/protection.ts';

/** Constants shared by the form and the provider. Imports nothing, so that pages can load it directly. */
export const maxServers = 20;
export const maxClusters = 25;
export const maxWeight = 100;
/** Largest limit of requests that a server processes at a time. */
export const maxConnectionLimit = 100_000;
export const maxPort = 65_535;
export const maxName = 60;
/** Expected response time in ms: a slower response counts as a failure. */
export const minResponseMs = 100;
export const maxResponseMs = 10_000;
/** Consecutive results before a server changes its state. */
export const maxInRow = 10;
export const maxHeaders = 10;

export const algorithms = ['roundRobin', 'hash', 'leastConnections'] as const;
export type Algorithm = (typeof algorithms)[number];
export const hashKeys = ['ip', 'client'] as const;
export type HashBy = (typeof hashKeys)[number];
export const requestTypes = ['http', 'https', 'tcp'] as const;
export type RequestType = (typeof requestTypes)[number];
/** Methods that change nothing on a server (RFC 9110 section 9.2.1). The first is sent; the next when a server answers 405 or 501. */
export const checkMethods = ['GET', 'HEAD', 'OPTIONS'] as const;
export type CheckMethod = (typeof checkMethods)[number];
export const healths = ['up', 'down', 'unknown'] as const;
export type Health = (typeof healths)[number];

/** Why a check failed; each has its own text (`cluster:reason.…`). */
export const checkReasons = [...connectionErrors, 'status', 'header'] as const;
export type CheckReason = (typeof checkReasons)[number];

/** How long a visitor stays with a server. Options in the form; the API accepts all of the specification. */
export const affinities: readonly Duration[] = [
  { value: 15, unit: 'm' },
  { value: 30, unit: 'm' },
  { value: 1, unit: 'h' },
  { value: 4, unit: 'h' },
  { value: 12, unit: 'h' },
  { value: 1, unit: 'd' },
  { value: 7, unit: 'd' },
];

/** Options in the form; the API accepts all of the specification. */
export const intervals: readonly Duration[] = [
  { value: 5, unit: 's' },
  { value: 10, unit: 's' },
  { value: 30, unit: 's' },
  { value: 1, unit: 'm' },
  { value: 2, unit: 'm' },
  { value: 5, unit: 'm' },
  { value: 15, unit: 'm' },
  { value: 30, unit: 'm' },
  { value: 1, unit: 'h' },
];
