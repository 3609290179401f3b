import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { onTestFinished } from 'vitest';

/** Overwrites a part of a file in place, as a failing disk does. */
function overwrite(path: string, at: number, bytes: Buffer): void {
  const file = openSync(path, 'r+');
  writeSync(file, bytes, 0, bytes.length, at);
  closeSync(file);
}

const pathSize = (path: string): number => readFileSync(path).length;

/** What disks and programs do to files. */
export const damages: Readonly<Record<string, (path: string) => void>> = {
  empty: (path) => truncateSync(path, 0),
  truncated: (path) => truncateSync(path, Math.floor(pathSize(path) * 0.6)),
  zeroed: (path) => overwrite(path, 0, Buffer.alloc(pathSize(path))),
  'a bit flipped': (path) => {
    const bytes = readFileSync(path);
    const at = Math.floor(bytes.length * 0.8);
    overwrite(path, at, Buffer.from([(bytes[at] ?? 0) ^ 1]));
  },
  'random bytes': (path) => overwrite(path, 0, randomBytes(pathSize(path))),
  'JSON of another shape': (path) => writeFileSync(path, '{"name":"another program","version":[1,2]}'),
};

/** Moves the changes that SQLite has in the file beside (`-wal`) to the file itself, so that damage to it has an effect. */
export function checkpoint(file: string): void {
  const db = new Sqlite(file);
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
}

/** Whether a test may mount a file system. */
export const canMount = ((): boolean => {
  const folder = mkdtempSync(join(tmpdir(), 'mount-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'ignore' });
    execFileSync('umount', [folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
})();

/** A file system of its own, removed with the test. @param size in KiB */
export function smallDisk(size: number) {
  const folder = mkdtempSync(join(tmpdir(), 'disk-'));
  const filler = join(folder, 'filler');
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}k`, 'tmpfs', folder]);
  onTestFinished(() => {
    // Also one that a failed test keeps in use.
    execFileSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true });
  });
  return {
    folder,
    /** Uses all space that is left. */
    fill() {
      const file = openSync(filler, 'w');
      try {
        for (;;) writeSync(file, Buffer.alloc(4096, 1));
      } catch {
        closeSync(file);
      }
    },
    free: () => rmSync(filler),
    remount: (mode: 'ro' | 'rw') => execFileSync('mount', ['-o', `remount,${mode}`, folder]),
  };
}
