import { readFileSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Logger } from 'pino';
import { type Warning, type WarningKind, warningKinds } from '../rules/core/warning.ts';
import { iso } from '../time.ts';
import { damagedIn, fromCheckedJson, toCheckedJson, writeDurably } from './durable.ts';

/** So many starts in this time, without a clean stop in between, are a restart loop. */
const MAX_STARTS = 5;
const WINDOW_MS = 10 * 60_000;

/** Starts of a process since its last clean stop. */
interface Starts {
  process: string;
  /** Epoch ms, oldest first. */
  starts: number[];
}

const startsFile = (folder: string): string => join(folder, 'starts.json');

function startsIn(folder: string, now: number): Starts {
  try {
    const { process, starts } = fromCheckedJson(readFileSync(startsFile(folder), 'utf8')) as Partial<Starts>;
    if (typeof process === 'string' && Array.isArray(starts))
      return { process, starts: starts.filter((at) => at > now - WINDOW_MS && at <= now) };
  } catch {
    // The first start, one after a clean stop, or a damaged file: nothing depends on it.
  }
  return { process: '', starts: [] };
}

/**
 * Records that a process has started, in its data folder. It never fails: without a record, a restart loop isn't noticed.
 * @param process its name in the warning
 * @returns records a clean stop
 */
export async function recordStart(
  folder: string,
  process: string,
  log: Pick<Logger, 'warn' | 'error'>,
  now = Date.now(),
): Promise<() => void> {
  const { starts } = startsIn(folder, now);
  starts.push(now);
  if (starts.length >= MAX_STARTS) log.error({ process, starts: starts.length }, 'process restarts in a loop');
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeDurably(startsFile(folder), toCheckedJson({ process, starts: starts.slice(-100) } satisfies Starts));
  } catch (error) {
    log.warn({ err: error }, 'process start record failed');
  }
  return () => {
    try {
      rmSync(startsFile(folder), { force: true });
    } catch {
      // As above.
    }
  };
}

/** What a folder of a process has to report, by kind; a process knows the other kinds itself. */
const sources: Readonly<Partial<Record<WarningKind, (folder: string, now: number) => Omit<Warning, 'kind'>[]>>> = {
  damagedFile: (folder) => damagedIn(folder).map(({ name, path, setAsideAt }) => ({ name, path, count: null, at: setAsideAt })),
  restarts(folder, now) {
    const { process, starts } = startsIn(folder, now);
    const latest = starts.at(-1);
    if (latest === undefined || starts.length < MAX_STARTS) return [];
    return [{ name: process, path: startsFile(folder), count: starts.length, at: iso(latest) }];
  },
};

/** The warnings of folders on this machine. @param now epoch ms */
export const warningsIn = (folders: readonly string[], now: number): Warning[] =>
  warningKinds.flatMap((kind) =>
    folders.flatMap((folder) => (sources[kind]?.(resolve(folder), now) ?? []).map((one) => ({ kind, ...one }))),
  );

/** The folders of an edge that may have warnings. @param folder its `EDGE_DIR` */
export const edgeFolders = (folder: string): string[] => [folder, join(folder, 'policies')];
