import { z } from 'zod';
import { bodyLimits } from '../../../lib/contract/call.ts';
import type { EdgeJoin, JoinAnswer } from '../../../lib/rules/cdn/edge/bundle.ts';
import { readJson } from '../../core/body.ts';
import { edgeKeyHash, requireRelease, visitorKey } from '../../core/edgeKeys.ts';
import type { EdgeEndpoint } from '../../core/registry.ts';
import { refuse } from '../../kernel/refusal.ts';

const Join = z.object({
  token: z.string().max(200),
  key: z.string().regex(/^[\w-]{43}$/),
}) satisfies z.ZodType<EdgeJoin>;

/**
 * `POST /edge/join`: an edge registers its key with a token. A token is for one key: an edge that missed the answer asks again with the
 * same one, until the token ends.
 */
export const join: EdgeEndpoint = async (services, now, request) => {
  if (!services.drivers.edge) refuse(404, 'error:notFound');
  requireRelease(request);
  const parsed = Join.safeParse((await readJson(request, bodyLimits.public)).value);
  if (!parsed.success) return refuse(422, 'error:invalid');
  const { token, key } = parsed.data;
  const keyHash = edgeKeyHash(key);
  const edgeId = await services.store.write('edge.join', async (tx) => {
    const edge = await tx
      .selectFrom('edgeNode')
      .select(['id', 'keyHash', 'tokenExpiresAt'])
      .where('tokenHash', '=', edgeKeyHash(token))
      .where('removedAt', 'is', null)
      .executeTakeFirst();
    if (!edge || (edge.tokenExpiresAt ?? 0) <= now || (edge.keyHash !== null && edge.keyHash !== keyHash))
      return refuse(409, 'operatorEdge:refused.token');
    if (edge.keyHash === null) await tx.updateTable('edgeNode').set({ keyHash }).where('id', '=', edge.id).execute();
    return edge.id;
  });
  const { edgeKeys: keys } = services;
  return { edgeId, verifyKey: keys.verifying, visitorKey: visitorKey(keys) } satisfies JoinAnswer;
};
