import net from 'node:net';
import { Client } from 'undici';
import { isExpected, type Monitoring } from '../../../lib/rules/cdn/cluster/monitoring.ts';
import { type CheckReason, maxResponseMs } from '../../../lib/rules/cdn/cluster/options.ts';
import { connectErrorReason, originAt, type ReachTools, resolveReachableAddress, since, Unfit } from '../../core/reach.ts';

/** One server to check. */
export interface Target {
  address: string;
  port: number;
  /** The host of the request when the monitoring sets none. */
  zone: string;
  monitoring: Monitoring;
}
export interface Finding {
  up: boolean;
  status: number | null;
  /** Time from the first packet to the response headers, or the time waited when there was no response. */
  ms: number;
  reason: CheckReason | null;
  /** Response headers: limited in size, and without cookies. */
  headers: Record<string, string>;
}
/** The part of the body that is read, so that a small response isn't cut off; the rest is discarded. */
const BODY_BYTES = 16_384;
const HEAD_BYTES = 16_384;
const LISTED_HEADERS = 40;

/** Checks a server once, as its monitoring is configured. Never throws. Redirects count as responses and are not followed. */
export async function probe(input: Target, tools: ReachTools & { demoOrigin: number | null }): Promise<Finding> {
  const none = { up: false, status: null, ms: 0, headers: {} };
  let target = input;
  let place: string;
  try {
    place = await resolveReachableAddress(input.address, tools);
  } catch (error) {
    const reason = error instanceof Unfit ? error.reason : 'name';
    if (reason !== 'documentation' || tools.demoOrigin === null) return { ...none, reason };
    // As the edge does: the demo website stands for servers in networks reserved for documentation, without TLS.
    place = '127.0.0.1';
    const requestType = input.monitoring.requestType === 'tcp' ? 'tcp' : 'http';
    target = { ...input, port: tools.demoOrigin, monitoring: { ...input.monitoring, requestType } };
  }
  const began = performance.now();
  const limit = target.monitoring.expectedResponseTime;
  const signal = AbortSignal.any([tools.signal, AbortSignal.timeout(limit)]);
  try {
    return target.monitoring.requestType === 'tcp'
      ? await connect(place, target.port, signal, began)
      : await request(place, target, signal);
  } catch (error) {
    return { ...none, ms: since(began), reason: signal.aborted ? 'timeout' : connectErrorReason(error) };
  }
}

function connect(host: string, port: number, signal: AbortSignal, began: number): Promise<Finding> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host, port, signal });
    socket.once('error', reject);
    socket.once('connect', () => {
      resolve({ up: true, status: null, ms: since(began), reason: null, headers: {} });
      socket.destroy();
    });
  });
}

async function request(place: string, { port, zone, monitoring }: Target, signal: AbortSignal): Promise<Finding> {
  const { requestType, checkCertificate, methodWhitelist, path, sentHeaders } = monitoring;
  const client = new Client(originAt(requestType === 'https' ? 'https' : 'http', place, port), {
    // Only the signal ends a check: undici's own timers have a resolution of half a second.
    connect: { rejectUnauthorized: checkCertificate, timeout: 2 * maxResponseMs },
    allowH2: false,
    pipelining: 0,
    maxHeaderSize: HEAD_BYTES,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  try {
    for (const [index, method] of methodWhitelist.entries()) {
      const began = performance.now();
      const answer = await client.request({
        method,
        path,
        // The certificate is verified against this host too: undici sends it as SNI.
        headers: { 'user-agent': 'Nasim-Health-Check/1.0', accept: '*/*', ...sentHeaders, host: monitoring.hostHeader || zone },
        signal,
      });
      const ms = since(began);
      const isRefusedMethod = answer.statusCode === 405 || answer.statusCode === 501;
      await answer.body.dump({ limit: BODY_BYTES, signal }).catch(() => {});
      if (isRefusedMethod && index + 1 < methodWhitelist.length) continue;
      return judge(answer.statusCode, answer.headers, ms, monitoring);
    }
    throw new Unfit('answer');
  } finally {
    await client.destroy();
  }
}

type Headers = Record<string, string | string[] | undefined>;

function judge(status: number, input: Headers, ms: number, { expectedStatusCodes, expectedHeaders }: Monitoring): Finding {
  const text = (name: string): string | null => {
    const value = input[name];
    return value === undefined ? null : Array.isArray(value) ? value.join(', ') : value;
  };
  const lacks = Object.entries(expectedHeaders).some(([name, part]) => {
    const value = text(name);
    return value === null || !value.toLowerCase().includes(part.toLowerCase());
  });
  const reason = !isExpected(expectedStatusCodes, status) ? 'status' : lacks ? 'header' : null;
  const shown = Object.keys(input).filter((name) => !/^set-cookie2?$/i.test(name));
  const headers = Object.fromEntries(
    shown.slice(0, LISTED_HEADERS).map((name) => [name.slice(0, 100), (text(name) ?? '').slice(0, 300)] as const),
  );
  return { up: reason === null, status, ms, reason, headers };
}
