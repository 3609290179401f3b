import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { request } from 'undici';
import { z } from 'zod';
import { Damaged, fromCheckedJson, toCheckedJson, writeDurably } from '../../lib/node/durable.ts';
import type { EdgeJoin } from '../../lib/rules/cdn/edge/bundle.ts';
import { portalHeaders, requireAnswer } from './portal.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** Its key, and what it got for a token. The file is readable for this user only. */
const Identity = z.object({
  tokenHash: z.string(),
  key: z.string(),
  /** Null: it hasn't joined yet. */
  joined: z.object({ edgeId: z.string(), verifyKey: z.string(), visitorKey: z.string() }).nullable(),
});
type Identity = z.output<typeof Identity>;

const JOIN_MS = 20_000;
const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');

async function readIdentity(path: string): Promise<Identity | null> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null; // every error of `readFile` has one
    throw error;
  }
  try {
    return Identity.parse(fromCheckedJson(text));
  } catch (error) {
    if (error instanceof Damaged || error instanceof z.ZodError)
      throw new Error(`${path} is damaged: get a new command from the portal, and delete the file`, { cause: error });
    throw error;
  }
}

/**
 * The variables of an edge that joins with a token, or has joined: `EDGE_TOKEN` is used once, and what it got stays in `EDGE_DIR`.
 * An edge with `EDGE_KEY` has them already.
 * @returns what is to be set besides the given ones
 * @throws with the reason, when the portal refuses the token or can't be reached
 */
export async function joinFleet(env: Variables): Promise<Record<string, string>> {
  const { EDGE_TOKEN: token, EDGE_CONTROL_URL: url, EDGE_KEY } = env;
  if (EDGE_KEY || !url) return {};
  const folder = resolve(env.EDGE_DIR || './data/edge');
  const path = join(folder, 'identity.json');
  let identity = await readIdentity(path);
  if (token && identity?.tokenHash !== hash(token)) {
    identity = { tokenHash: hash(token), key: randomBytes(32).toString('base64url'), joined: null };
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // Before it is sent: the portal accepts the token again with this key only.
    await writeDurably(path, toCheckedJson(identity));
  }
  if (!identity) return {};
  if (!identity.joined) {
    if (!token) throw new Error('EDGE_TOKEN: this edge has not joined yet; start it with the command of the portal');
    identity = { ...identity, joined: await requestIdentity(url.replace(/\/+$/, ''), token, identity.key) };
    await writeDurably(path, toCheckedJson(identity));
  }
  const { key, joined } = identity;
  if (!joined) return {};
  return { EDGE_KEY: key, EDGE_ID: joined.edgeId, EDGE_VERIFY_KEY: joined.verifyKey, EDGE_VISITOR_KEY: joined.visitorKey };
}

async function requestIdentity(url: string, token: string, key: string): Promise<NonNullable<Identity['joined']>> {
  const { authorization: _, ...headers } = portalHeaders('');
  const answer = await request(`${url}/edge/join`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ token, key } satisfies EdgeJoin),
    signal: AbortSignal.timeout(JOIN_MS),
  });
  const body = await answer.body.text();
  requireAnswer('the token', answer, body);
  const joined = Identity.shape.joined.unwrap().parse(JSON.parse(body));
  // The token came from an operator, who had it from the right portal.
  if (token.split('.')[1] !== hash(joined.verifyKey).slice(0, 22)) throw new Error('EDGE_TOKEN: it is from another portal');
  return joined;
}
