import { relative } from '../../core/dnsName.ts';
import { addressTypes } from '../dns/recordConflicts.ts';
import type { EdgeConfig, EdgeRecord } from './config.ts';
import { type Passage, step, type Verdict } from './types.ts';

/** Names whose records can match `name`, nearest first: itself, then the wildcards above it. */
function* candidates(name: string): Generator<string> {
  yield name;
  if (name === '@') return;
  for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) yield `*${name.slice(dot)}`;
  yield '*';
}

/** The record that resolves a host; `exists`: the name has records, but none that does (RFC 4592 section 2.2.1: no wildcard then). */
export function recordFor(records: EdgeConfig['dns'], name: string): EdgeRecord | null {
  for (const candidate of candidates(name)) {
    const here = records.filter((record) => record.name === candidate);
    const found = here.filter((record) => addressTypes.has(record.type));
    // A name is either through the CDN or not: a proxied record decides for the others at its name.
    if (here.length > 0) return found.find((record) => record.proxy) ?? found[0] ?? null;
  }
  return null;
}

/** Whether the request reaches the edge. */
export function dns({ config, visit }: Passage): Verdict & { record?: EdgeRecord } {
  const { name: domain, status } = config.domain;
  const { host } = visit;
  const local = relative(host, domain);
  const fail = (one: ReturnType<typeof step>): Verdict => ({ steps: [one], end: { outcome: 'failed', status: null } });
  if (local === null) return fail(step('dns', 'fail', 'otherHost', { host, domain }));
  const record = recordFor(config.dns, local);
  if (!record) return fail(step('dns', 'fail', 'noRecord', { host }));
  const item = { id: record.id, title: `${record.name} ${record.type}` };
  const params = { host, type: record.type, content: record.content };
  const direct = (one: ReturnType<typeof step>): Verdict => ({ steps: [one], end: { outcome: 'direct', status: null } });
  if (!record.proxy) return direct(step('dns', 'forward', 'notProxied', params, { item }));
  if (status === 'inactive') return direct(step('dns', 'forward', 'paused', { domain }, { item }));
  const steps = [step('dns', 'pass', 'proxied', params, { item })];
  if (status !== 'active') steps.unshift(step('dns', 'log', 'waiting', { domain }));
  return { steps, record };
}
