import { join } from 'node:path';
import { isId } from '../../compute/protocol.ts';
import { stateFiles } from '../../compute/state/backup.ts';
import type { Env } from '../../config/env.ts';
import { FOLDER_MARK } from '../core/installation.ts';

/*
 * Where the entries of a backup are: under the names that they have in DATA_DIR. What isn't here is made again from it (`dns`, `edge`, the
 * manifests of objects), is a copy (`nasim.sqlite.before-…`), or has been delivered (`outbox`).
 */

export const names = {
  database: 'nasim.sqlite',
  /** Of PostgreSQL. It is loaded, and isn't in DATA_DIR. */
  dump: 'nasim.dump',
  logs: 'logs.sqlite',
  secrets: 'secrets.json',
  uploads: 'uploads',
  /** The brand and texts of the operator. */
  site: 'site',
  objects: 'objects',
  /** Of the compute process: its state, and snapshots and backups of disks. */
  compute: 'compute',
} as const;

/** What a restore creates in DATA_DIR; an interrupted one is started over without it. */
export const restoredNames: readonly string[] = [
  ...[names.database, names.logs].flatMap((name) => [name, `${name}-wal`, `${name}-shm`]),
  names.secrets,
  names.uploads,
  names.site,
  names.objects,
  names.compute,
];

/** Without them, the restored database would refuse the restored folders. */
export const folderMarks: readonly string[] = [names.uploads, names.objects].map((name) => join(name, FOLDER_MARK));

const BLOB = /^objects\/blobs\/([0-9a-f]{2})\/\1[0-9a-f-]{34}$/;
const UPLOAD = /^uploads\/[0-9a-z]{1,16}-[0-9a-f]{32}$/;
/** A file of the brand, or a legal text by language. */
const SITE = /^site\/(?:brand\.json|[A-Za-z0-9][A-Za-z0-9._-]{0,80}\.(?:svg|png)|legal\/[a-z]{2}\/[a-z]+\.md)$/;
export const computeName = (path: string): string => join(names.compute, path);
const COPY = /^compute\/copies\/([^/]+)\.qcow2$/;
const single: readonly string[] = [
  names.database,
  names.dump,
  names.logs,
  names.secrets,
  'objects/index.sqlite',
  ...folderMarks,
  computeName(stateFiles.state),
  computeName(stateFiles.identity),
];

/** Whether an entry may be restored: names are never followed out of DATA_DIR. */
export const isKnownName = (name: string): boolean =>
  single.includes(name) || BLOB.test(name) || UPLOAD.test(name) || SITE.test(name) || isId(COPY.exec(name)?.[1] ?? '');

export const inData = ({ DATA_DIR }: Pick<Env, 'DATA_DIR'>, name: string): string => join(DATA_DIR, name);
