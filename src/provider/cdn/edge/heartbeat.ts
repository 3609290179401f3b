import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { bodyLimits } from '../../../lib/contract/call.ts';
import type { EdgeHeartbeat, HeartbeatAnswer } from '../../../lib/rules/cdn/edge/bundle.ts';
import { edgeReleaseHeader } from '../../../lib/rules/core/edgeRelease.ts';
import { readJson } from '../../core/body.ts';
import { requireRelease } from '../../core/edgeKeys.ts';
import type { EdgeEndpoint } from '../../core/registry.ts';
import type { Tx } from '../../db/schema.ts';
import { refuse } from '../../kernel/refusal.ts';
import { requireEdge } from './edges.ts';

const amount = z.number().min(0).max(Number.MAX_SAFE_INTEGER);
const Heartbeat = z.object({
  edgeId: z.string().regex(/^[\w.-]{1,100}$/),
  hostname: z.string().max(300),
  nonce: z.string().max(100).nullable(),
  at: z.int(),
  listening: z.boolean(),
  caughtUp: z.boolean(),
  place: z.int().min(0),
  load: z.object({
    requests: amount,
    cpu: z.number().min(0).max(1),
    connections: amount,
    maxConnections: amount,
    memory: amount,
    maxMemory: amount,
    disk: amount,
    maxDisk: amount,
  }),
}) satisfies z.ZodType<EdgeHeartbeat>;

/** `POST /edge/heartbeat`: that an edge is there, and how it is. A repeated message has the nonce of an earlier answer, and doesn't count. */
export const heartbeat: EdgeEndpoint = async (services, now, request, caller) => {
  if (!services.drivers.edge) refuse(404, 'error:notFound');
  const parsed = Heartbeat.safeParse((await readJson(request, bodyLimits.public)).value);
  if (!parsed.success) return refuse(422, 'error:invalid');
  const sent = parsed.data;
  const { edgeId, hostname, caughtUp } = sent;
  const beat = async (tx: Tx): Promise<HeartbeatAnswer> => {
    const edge = await requireEdge(tx, caller, edgeId);
    // Stored even if it is refused below: the operator sees why.
    const release = request.headers.get(edgeReleaseHeader)?.slice(0, 50) ?? null;
    const known = { drain: edge?.mode === 'drained', report: edge?.reportHash ?? null, at: now };
    if (edge?.nonce != null && edge.nonce !== sent.nonce) return { nonce: edge.nonce, accepted: false, ...known };
    const nonce = randomBytes(12).toString('base64url');
    // Until it serves policies, changes don't wait for it.
    const row = { hostname, release, heartbeatAt: now, heartbeat: sent, nonce, ...(caughtUp && { seenAt: now }) };
    if (edge) await tx.updateTable('edgeNode').set(row).where('id', '=', edgeId).execute();
    else
      await tx
        .insertInto('edgeNode')
        .values({ id: edgeId, versions: {}, refused: {}, startedAt: now, seenAt: 0, ...row })
        .execute();
    return { nonce, accepted: true, ...known };
  };
  // There is one for each edge every few seconds. After a power failure the edge sends it again, because its nonce is unknown.
  const answer = await services.store.write(`edge:${edgeId}`, beat, { durable: false });
  requireRelease(request);
  return answer;
};
