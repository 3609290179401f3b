import { sign } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { signatureHeader } from '../../../lib/rules/cdn/edge/bundle.ts';
import type { EdgeKeys } from '../../core/edgeKeys.ts';
import { requireRelease } from '../../core/edgeKeys.ts';
import type { EdgeEndpoint } from '../../core/registry.ts';
import { refuse } from '../../kernel/refusal.ts';

const WAIT_MS = 25_000;
/** Smaller bodies aren't worth the time of an edge that waits. */
const GZIP_FROM = 4096;
const compress = promisify(gzip);
const signBody = promisify(sign);

/** Cursors of another installation aren't valid here, because its domains are others. */
/** In the alphabet of URLs: a plus sign in a query would be read as a space. */
const cursorAt = ({ verifying }: EdgeKeys, place: number): string =>
  `${verifying.slice(-12).replaceAll('+', '-').replaceAll('/', '_')}.${place}`;
function placeIn(keys: EdgeKeys, cursor: string | null): number | null {
  const place = Number(cursor?.split('.').at(-1));
  return Number.isSafeInteger(place) && cursor === cursorAt(keys, place) ? place : null;
}

/**
 * `GET /edge/bundle?since=&nonce=`: the policies that were published since a cursor, in `EdgeBundle`. With nothing new it waits up to 25 s for
 * the next, unless `wait` is 0. Without a cursor that is known here, everything that exists is returned at once.
 */
export const bundle: EdgeEndpoint = async ({ drivers, edgeKeys: keys, leaving }, _now, request) => {
  const { edge } = drivers;
  if (!edge) return refuse(404, 'error:notFound');
  requireRelease(request);
  const { searchParams } = new URL(request.url);
  const [since, nonce] = [searchParams.get('since'), searchParams.get('nonce')];
  const requested = placeIn(keys, since);
  const end = AbortSignal.any([request.signal, leaving, AbortSignal.timeout(searchParams.get('wait') === '0' ? 0 : WAIT_MS)]);
  let next = edge.next(end);
  let found = await edge.since(requested);
  while (!found.full && found.place === requested && !end.aborted) {
    await next;
    next = edge.next(end);
    found = await edge.since(requested);
  }
  const { place, full, policies, removed } = found;
  // The policies are JSON already.
  const body = Buffer.from(
    `{"cursor":${JSON.stringify(cursorAt(keys, place))},"full":${full},"domains":[${policies.join(',')}],"removed":${JSON.stringify(removed)},"since":${JSON.stringify(since)},"nonce":${JSON.stringify(nonce)}}`,
  );
  const isZipped = body.length > GZIP_FROM && /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '');
  const signature = await signBody(null, body, keys.signing);
  return new Response(isZipped ? await compress(body, { level: 5 }) : body, {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      // The signature is over the body as sent here.
      'cache-control': 'no-store, no-transform',
      ...(isZipped && { 'content-encoding': 'gzip' }),
      [signatureHeader]: signature.toString('base64'),
    },
  });
};
