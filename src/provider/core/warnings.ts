import { join } from 'node:path';
import type { Env } from '../../config/env.ts';
import { edgeFolders, warningsIn } from '../../lib/node/warnings.ts';
import { type Warning, warningKinds } from '../../lib/rules/core/warning.ts';
import type { Db } from '../db/schema.ts';
import { CONNECTED_MS } from './edgeReach.ts';

/** `host`: of the edge that reported it; null: this machine. */
export type HostWarning = Warning & { host: string | null };

/** Warnings of this machine. @param now epoch ms */
export function localWarnings({ DATA_DIR }: Pick<Env, 'DATA_DIR'>, now: number): HostWarning[] {
  const folders = [DATA_DIR, join(DATA_DIR, 'dns'), join(DATA_DIR, 'objects'), ...edgeFolders(join(DATA_DIR, 'edge'))];
  return warningsIn(folders, now).map((warning) => ({ ...warning, host: null }));
}

/** Warnings of this machine and of the connected edges. @param now epoch ms */
export async function allWarnings(env: Pick<Env, 'DATA_DIR'>, db: Db, now: number): Promise<HostWarning[]> {
  const edges = await db
    .selectFrom('edgeNode')
    .select(['hostname', 'warnings'])
    .where('seenAt', '>', now - CONNECTED_MS)
    .where('warnings', 'is not', null)
    .orderBy('id')
    .execute();
  const reported = edges.flatMap(({ hostname, warnings }) => (warnings ?? []).map((warning) => ({ ...warning, host: hostname })));
  // The edge beside the portal reports what is found here.
  const byOrigin = new Map<string, HostWarning>();
  for (const one of [...reported, ...localWarnings(env, now)]) byOrigin.set(`${one.kind} ${one.path} ${one.at}`, one);
  // An edge of a later version may report other kinds.
  return [...byOrigin.values()].filter(({ kind }) => warningKinds.includes(kind)).sort((a, b) => (a.at < b.at ? -1 : 1));
}
