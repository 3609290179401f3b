import { type FieldErrors, type Resolver, set } from 'react-hook-form';
import type { Cluster, ClusterDraft } from '../../../lib/contract/cdn/cluster.ts';
import { latinDigits } from '../../../lib/format/digits.ts';
import type { TKey, TParams } from '../../../lib/i18n/keys.ts';
import { t } from '../../../lib/i18n/react.tsx';
import type { CheckMethod, RequestType } from '../../../lib/rules/cdn/cluster/options.ts';
import { durationValue, parseDuration } from './durationMenu.ts';

/** The algorithm as one option: the hash has two keys. */
export type Sharing = 'roundRobin' | 'ip' | 'client' | 'leastConnections';

/** Form input. Fields have the names of the call, so that errors of the provider match. */
export interface Values {
  name: string;
  protocol: 'http' | 'https';
  port: string;
  servers: { address: string; port: string; weight: string; backup: boolean; draining: boolean; maxConnections: string }[];
  algorithm: Sharing;
  /** `1 h`; empty: off. */
  affinity: string;
  monitor: boolean;
  monitoring: {
    requestType: RequestType;
    /** `1 m`. */
    repetitionInterval: string;
    expectedResponseTime: string;
    expectedStatusCodes: string;
    expectedHeaders: string;
    sentHeaders: string;
    methodWhitelist: CheckMethod[];
    checkCertificate: boolean;
    hostHeader: string;
    path: string;
    failuresBeforeDown: number | null;
    successesBeforeUp: number | null;
  };
}

export const emptyServer: Values['servers'][number] = {
  address: '',
  port: '',
  weight: '1',
  backup: false,
  draining: false,
  maxConnections: '',
};

const formatHeaders = (headers: Record<string, string>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

/** The initial form values: of the cluster, or of a new one. */
export function toFormValues(cluster: Cluster | null): Values {
  const m = cluster?.monitoring;
  return {
    name: cluster?.name ?? '',
    protocol: cluster?.protocol ?? 'https',
    port: String(cluster?.port ?? 443),
    servers: cluster?.servers.map(({ address, port, weight, backup, draining, maxConnections }) => ({
      address,
      port: port === undefined ? '' : String(port),
      weight: String(weight),
      backup,
      draining,
      maxConnections: maxConnections === undefined ? '' : String(maxConnections),
    })) ?? [emptyServer, emptyServer],
    algorithm: cluster?.algorithm === 'hash' ? (cluster.hashBy ?? 'ip') : (cluster?.algorithm ?? 'roundRobin'),
    affinity: cluster?.affinity ? durationValue(cluster.affinity) : '',
    monitor: cluster ? m !== undefined : true,
    monitoring: {
      requestType: m?.requestType ?? cluster?.protocol ?? 'https',
      repetitionInterval: m ? durationValue(m.repetitionInterval) : '1 m',
      expectedResponseTime: String(m?.expectedResponseTime ?? 5000),
      expectedStatusCodes: (m?.expectedStatusCodes ?? ['200-299']).join(', '),
      expectedHeaders: formatHeaders(m?.expectedHeaders ?? {}),
      sentHeaders: formatHeaders(m?.sentHeaders ?? {}),
      methodWhitelist: m?.methodWhitelist ?? ['GET'],
      checkCertificate: m?.checkCertificate ?? true,
      hostHeader: m?.hostHeader ?? '',
      path: m?.path ?? '/',
      failuresBeforeDown: m?.failuresBeforeDown ?? 3,
      successesBeforeUp: m?.successesBeforeUp ?? 2,
    },
  };
}

/** Parses a whole number in digits of any script; invalid input is NaN, which the schema refuses with its own message. */
const whole = (text: string): number => (/^\d+$/.test(latinDigits(text).trim()) ? Number(latinDigits(text).trim()) : Number.NaN);

type ReportFault = (field: string, key: TKey, params?: TParams) => void;

function parseHeaders(text: string, field: string, report: ReportFault): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const colon = line.indexOf(':');
    const name = (colon < 0 ? line : line.slice(0, colon)).trim();
    if (name === '' || (colon < 0 && field.endsWith('sentHeaders')))
      report(field, 'cluster:error.headerLine', { line: line.trim().slice(0, 60) });
    else if (Object.keys(headers).some((other) => other.toLowerCase() === name.toLowerCase()))
      report(field, 'cluster:error.headerTwice', { name });
    else headers[name] = colon < 0 ? '' : line.slice(colon + 1).trim();
  }
  return headers;
}

export function monitoringFromForm({ monitoring: m }: Values, report: ReportFault): NonNullable<ClusterDraft['monitoring']> {
  return {
    ...m,
    repetitionInterval: parseDuration(m.repetitionInterval),
    expectedResponseTime: whole(m.expectedResponseTime),
    expectedStatusCodes: latinDigits(m.expectedStatusCodes)
      .split(/[,،؛;\n]/)
      .map((code) => code.trim())
      .filter(Boolean),
    expectedHeaders: parseHeaders(m.expectedHeaders, 'monitoring.expectedHeaders', report),
    sentHeaders: parseHeaders(m.sentHeaders, 'monitoring.sentHeaders', report),
    failuresBeforeDown: m.failuresBeforeDown ?? Number.NaN,
    successesBeforeUp: m.successesBeforeUp ?? Number.NaN,
  };
}

export function clusterDraft(values: Values, report: ReportFault): ClusterDraft {
  const { name, protocol, port, servers, algorithm, affinity, monitor } = values;
  const isHash = algorithm === 'ip' || algorithm === 'client';
  return {
    name,
    protocol,
    port: whole(port),
    servers: servers.map((server) => ({
      address: server.address,
      ...(server.port.trim() !== '' && { port: whole(server.port) }),
      weight: whole(server.weight),
      backup: server.backup,
      ...(server.draining && { draining: true }),
      ...(server.maxConnections.trim() !== '' && { maxConnections: whole(server.maxConnections) }),
    })),
    algorithm: isHash ? 'hash' : algorithm,
    ...(isHash && { hashBy: algorithm }),
    affinity: affinity ? parseDuration(affinity) : null,
    monitoring: monitor ? monitoringFromForm(values, report) : null,
  };
}

/** The schema (with zod) and the rules are loaded on first validation (docs/decisions/0006). */
const loadRules = async () => {
  const [{ ClusterDraft: schema }, { checkCluster }, { toIssue }] = await Promise.all([
    import('../../../lib/contract/cdn/cluster.ts'),
    import('../../../lib/rules/cdn/cluster/cluster.ts'),
    import('../../../lib/contract/issue.ts'),
  ]);
  return { schema, checkCluster, toIssue };
};

/** Validates the form with the schema and the rules of the provider. Only the provider knows closed networks. */
export const resolverFor =
  (zone: string): Resolver<Values, unknown, ClusterDraft> =>
  async (values) => {
    const errors: Record<string, unknown> = {};
    const reported = new Set<string>();
    const report: ReportFault = (field, key, params = {}) => {
      if (reported.has(field)) return;
      reported.add(field);
      set(errors, field, { type: key, message: t(key, params) });
    };
    const draft = clusterDraft(values, report);
    const rules = await loadRules().catch(() => null);
    if (!rules) return { values: {}, errors: { root: { type: 'load', message: t('error:network') } } };
    const { schema, checkCluster, toIssue } = rules;
    const parsed = schema.safeParse(draft);
    for (const issue of parsed.error?.issues ?? []) {
      const { field, key, params } = toIssue(issue);
      // An interval is a single field here, and so are the header lines.
      report(field.replace(/^(monitoring\.[A-Za-z]+)\..*$/, '$1'), key, params);
    }
    const checked = checkCluster(draft, { zone, allow: null });
    if (!checked.ok) for (const { field, key, params } of checked.problems) report(field, key, params);
    return checked.ok && parsed.success && reported.size === 0
      ? { values: { ...parsed.data, ...checked.cluster }, errors: {} }
      : { values: {}, errors: errors as FieldErrors<Values> }; // built from the field names
  };
