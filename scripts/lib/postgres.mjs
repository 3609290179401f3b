import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { postgresFolder } from './needs.mjs';
import { freePort } from './ports.mjs';

const READY_MS = 20_000;
/** A file system in memory: a database of the tests is about 950 small files, copied three times as fast there. */
const MEMORY = '/dev/shm';
/** Free bytes required there. Containers have 64 MB by default. */
const ENOUGH = 2e9;

/** Where a cluster that needn't survive is created. */
function fastFolder() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ENOUGH ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

/**
 * Starts a temporary PostgreSQL for tests: an empty cluster in a temporary folder, in memory where there is room, on loopback only, without fsync.
 * @param {{ durable?: boolean }} [options] `durable`: commits wait for the disk, as in production
 * @returns {Promise<{ url: string, stop(): Promise<void> }>}
 */
export async function startPostgres({ durable = false } = {}) {
  const bin = postgresFolder();
  if (!bin) throw new Error('PostgreSQL is not installed: apt-get install -y postgresql');
  const folder = mkdtempSync(join(durable ? tmpdir() : fastFolder(), 'nasim-postgres-'));
  // PostgreSQL refuses to run as root.
  const as = process.getuid?.() === 0 ? identity('postgres') : {};
  if (as.uid !== undefined) chownSync(folder, as.uid, as.gid);
  const data = join(folder, 'data');
  const remove = () => rmSync(folder, { recursive: true, force: true });

  const made = spawnSync(join(bin, 'initdb'), ['-D', data, '-U', 'nasim', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'], {
    ...as,
    cwd: folder,
    encoding: 'utf8',
  });
  if (made.status !== 0) {
    remove();
    throw new Error(`initdb failed: ${made.stderr || made.error}`);
  }
  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    // A property run has dozens of providers, each with a pool of its own.
    max_connections: 400,
    ...(!durable && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '256MB' }),
  };
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...as, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let log = '';
  server.stderr.setEncoding('utf8').on('data', (text) => {
    log = (log + text).slice(-4000);
  });
  const ended = new Promise((done) => server.once('exit', done));
  const kill = () => server.kill('SIGQUIT');
  process.on('exit', kill);
  const stop = async () => {
    process.off('exit', kill);
    // "Fast": closes open connections, but shuts down cleanly.
    if (server.exitCode === null) server.kill('SIGINT');
    await ended;
    remove();
  };
  const url = `postgres://nasim@127.0.0.1:${port}/postgres`;
  for (const end = Date.now() + READY_MS; !(await answers(url)); await wait(50)) {
    if (server.exitCode === null && Date.now() < end) continue;
    await stop();
    throw new Error(`PostgreSQL did not start:\n${log}`);
  }
  return { url, stop };
}

function identity(user) {
  const number = (flag) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }));
  return { uid: number('-u'), gid: number('-g') };
}

/** Whether the server accepts connections. While starting it already listens but refuses them. */
async function answers(url) {
  // Not a static import: this file is loaded before the packages are installed.
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}
