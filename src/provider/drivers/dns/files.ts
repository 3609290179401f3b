import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { printZone } from '../../../lib/rules/cdn/zone/print.ts';
import { DriverRefusal, Outdated } from '../driver.ts';
import type { DnsDriver, ZoneSnapshot } from './dns.ts';
import { addressless } from './glue.ts';
import { Register } from './register.ts';

const run = promisify(execFile);

/** The zone list for BIND's `named.conf`. A customer's dangling MX or odd host name must not keep their zone from loading. */
const listName = 'named.conf.zones';
const head = '// Written by the portal; changes are lost. Include this file in named.conf.\n';
const entry = (zone: string, file: string) => `zone "${zone}" { type primary; file "${file}"; check-names ignore; check-integrity no; };\n`;

/** Readable by other users: the name server has to read the files. */
const FILE_MODE = 0o644;
const FOLDER_MODE = 0o755;

export interface FilesOptions {
  /** On a local disk: a network file system may not support the register's locks. */
  folder: string;
  /** Called with `reconfig` when the list of zones has changed, else with `reload ZONE`. */
  reload?: string | undefined;
  /** Checks a list before it replaces the old one; `named-checkconf` if it is installed. */
  checkconf?: string;
}

/**
 * Zone files that a name server reads: `zones/<name>` for each zone, and a list to include. Each file is written under another name,
 * flushed and renamed, so a reader finds the old one or the new one. `Register` stores the versions and serializes processes.
 */
export function filesDriver({ folder, reload, checkconf = 'named-checkconf' }: FilesOptions): DnsDriver {
  const zones = join(folder, 'zones');
  const drafts = join(folder, 'drafts');
  const register = new Register(folder);
  const fileOf = (zone: string) => join(zones, safe(zone));

  /** Writes a file atomically. `place` decides when it replaces the old one. */
  async function replace(path: string, text: string, place: (rename: () => Promise<void>, draft: string) => Promise<void>): Promise<void> {
    await mkdir(drafts, { recursive: true, mode: FOLDER_MODE });
    await mkdir(zones, { recursive: true, mode: FOLDER_MODE });
    const draft = join(drafts, randomUUID());
    try {
      const file = await open(draft, 'wx', FILE_MODE);
      try {
        await file.writeFile(text);
        await file.sync();
      } finally {
        await file.close();
      }
      await place(async () => {
        await rename(draft, path);
        await flush(join(path, '..'));
      }, draft);
    } finally {
      await rm(draft, { force: true });
    }
  }

  async function runReload(signal: AbortSignal, ...args: string[]): Promise<void> {
    if (reload) await run(reload, args, { signal });
  }

  /** A list that the name server couldn't load would stop all zones at its next start: the last good one stays. */
  async function check(list: string, signal: AbortSignal): Promise<void> {
    // Administrators' programs aren't in the path of every service.
    const env = { ...process.env, PATH: `${process.env.PATH ?? ''}:/usr/sbin:/usr/local/sbin` };
    try {
      await run(checkconf, [list], { signal, env });
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
      // It says why on its standard output.
      const output = error instanceof Error && 'stdout' in error ? String(error.stdout).slice(0, 1000) : '';
      throw new Error(`the list of zones was refused, so the last one stays: ${output}`, { cause: error });
    }
  }

  let listing: Promise<void> | null = null;
  /** Rewrites the list. Zones that arrive while it is being written share the next write: a thousand zones don't write it each. */
  function list(signal: AbortSignal): Promise<void> {
    listing ??= register
      .alone(signal, async (rows) => {
        listing = null;
        const names = rows.present();
        await replace(join(folder, listName), head + names.map((name) => entry(name, fileOf(name))).join(''), async (put, draft) => {
          await check(draft, signal);
          await put();
        });
        // A name server that was not notified doesn't know the new zones: then the list counts as not written.
        await runReload(signal, 'reconfig');
        rows.listed();
      })
      .finally(() => {
        listing = null;
      });
    return listing;
  }

  return {
    id: `files:${folder}`,
    capabilities: { engine: 'files', flattening: false, dnssec: false },
    timeoutMs: 15_000,

    async apply(snapshot, signal) {
      if (snapshot.flattening) throw new DriverRefusal('deploy:reason.flattening');
      if (snapshot.keys.length > 0) throw new DriverRefusal('deploy:reason.dnssec');
      const host = addressless(snapshot);
      if (host !== null) throw new DriverRefusal('deploy:reason.nameServerAddress', { host });
      await replace(fileOf(snapshot.id), print(snapshot), (put) =>
        register.alone(signal, async (rows) => {
          const current = rows.get(snapshot.id);
          if (current && (current.version > snapshot.version || (current.isRemoved && current.version === snapshot.version)))
            throw new Outdated(current.version);
          await put();
          rows.put(snapshot.id, snapshot.version, false);
        }),
      );
      if (register.isListed(snapshot.id)) await runReload(signal, 'reload', snapshot.id);
      else await list(signal);
    },

    async remove({ id, version }, signal) {
      await register.alone(signal, async (rows) => {
        const current = rows.get(id);
        if (current && current.version > version) throw new Outdated(current.version);
        rows.put(id, version, true);
      });
      if (!register.isListed(id)) await list(signal);
      await register.alone(signal, async (rows) => {
        // Meanwhile the zone may have been created again.
        if (rows.get(id)?.version === version) await rm(fileOf(id), { force: true });
      });
    },

    async observe(id) {
      const current = register.peek(id);
      if (!current || current.isRemoved || !current.isListed) return null;
      return (await exists(fileOf(id))) && (await exists(join(folder, listName))) ? current.version : null;
    },
  };
}

/** A zone's name is a file name. The rules reject anything else; this is the last line of defense. */
function safe(zone: string): string {
  if (!/^[a-z0-9_][a-z0-9._-]*$/.test(zone)) throw new Error(`not the name of a zone: ${zone}`);
  return zone;
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** After a rename, the folder must be flushed to disk too. */
async function flush(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const print = ({ id, version, soa, nameServers, defaultTtl, records }: ZoneSnapshot): string =>
  printZone(records, {
    zone: id,
    defaultTtl,
    nameServers,
    soaEmail: soa.email,
    times: soa,
    serial: version,
    now: new Date(),
  });
