import { z } from 'zod';
import { CloudError, type CloudService } from './errors.ts';

/** What is sent with each request to a service. */
export interface Version {
  /** As `2.93`; null: the service has no microversions. */
  microversion: string | null;
  headers: Readonly<Record<string, string>>;
}

/**
 * The lowest that has what the client uses, and the highest whose responses it knows.
 * Compute 2.67: flavor in the server (2.47), tags at creation (2.52), ID of a new image (2.45), volume type (2.67).
 * Volume 3.42: revert to a snapshot (3.40), extension in use (3.42).
 */
const ranges: Partial<Record<CloudService, { name: string; lowest: string; highest: string }>> = {
  compute: { name: 'compute', lowest: '2.67', highest: '2.93' },
  volume: { name: 'volume', lowest: '3.42', highest: '3.70' },
};

const Supported = z.object({ version: z.string(), min_version: z.string() });
/** Nova answers with one version, Cinder with a list; addresses without a version have a list. */
const Document = z.union([
  z.object({ version: Supported }).transform(({ version }) => version),
  z.object({ versions: z.array(z.unknown()) }).transform(({ versions }, context) => {
    const match = versions.map((version) => Supported.safeParse(version)).find(({ data }) => data && data.version !== '');
    if (match?.data) return match.data;
    context.addIssue({ code: 'custom', message: 'no version' });
    return z.NEVER;
  }),
]);

/**
 * The highest microversion that both sides know (API SIG, "Microversion Specification").
 * @param load reads the version document of the service
 * @throws CloudError `unsupported` when the cloud is older than what the client uses
 */
export async function negotiate(service: CloudService, load: () => Promise<unknown>): Promise<Version> {
  const range = ranges[service];
  if (!range) return { microversion: null, headers: {} };
  const supported = Document.safeParse(await load());
  if (!supported.success) throw new CloudError({ service, code: 'invalidResponse', message: `${service}: unexpected version document` });
  const { version, min_version } = supported.data;
  const microversion = compare(version, range.highest) < 0 ? version : range.highest;
  if (compare(microversion, range.lowest) < 0 || compare(min_version, range.highest) > 0) {
    const message = `${service}: the cloud has microversions ${min_version} to ${version}, ${range.lowest} to ${range.highest} are supported`;
    throw new CloudError({ service, code: 'unsupported', message });
  }
  return { microversion, headers: { 'openstack-api-version': `${range.name} ${microversion}` } };
}

/** Numbers of a microversion one by one: 2.100 is higher than 2.93. */
function compare(left: string, right: string): number {
  const [a, b] = [left, right].map((version) => version.split('.').map(Number));
  for (const index of [0, 1]) {
    const difference = (a?.[index] ?? 0) - (b?.[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
