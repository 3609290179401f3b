import type { SpaceAccess, Versioning } from '../objects.ts';
import type { Checksum, ChecksumKind } from './checksums.ts';
import type { Encryption } from './sealing.ts';

/** A file with the content of an object or a part. It never changes after it was written. */
export interface Blob {
  id: string;
  size: number;
  /** Base64, of a part whose object has a checksum. */
  checksum?: string;
  /** Of an encrypted one. `size` is that of its content. */
  salt?: string;
}

/** Headers that a client stored with an object. */
export interface Meta {
  contentType: string;
  /** Cache-Control, Content-Disposition, Content-Encoding, Content-Language and Expires, by lower-case name. */
  headers: Record<string, string>;
  /** Of `x-amz-meta-…`, without the prefix; Latin-1, one character for each byte. */
  user: Record<string, string>;
}

/** The version ID of objects that were written while the space had no versioning, or while it was suspended. */
export const NULL_VERSION = 'null';

/** A version of an object, or a delete marker. */
export interface ObjectRow {
  key: string;
  version: string;
  /** A delete marker: no content; while it is the newest version, the object doesn't exist. */
  isMarker: boolean;
  size: number;
  etag: string;
  /** Orders the versions of a key: each is later than those before it. */
  modified: number;
  meta: Meta;
  blobs: Blob[];
  /** Null: the client sent none. Objects of earlier versions have none either. */
  checksum?: Checksum | null;
  /** The multipart upload that it was completed from. */
  upload?: string | null;
  /** Null: the content isn't encrypted. */
  encryption?: Encryption | null;
}
/** What lists show of a version. */
export type Listed = Omit<ObjectRow, 'meta' | 'blobs' | 'upload' | 'encryption'>;
/** A version in a list of versions. @property isLatest whether it is the newest of its key */
export type ListedVersion = Listed & { isLatest: boolean };

export interface SpaceRow {
  name: string;
  quota: number;
  accessKey: string | null;
  secretKey: string | null;
  cors: string | null;
  versioning: Versioning;
  /** Rules as JSON (lifecycle.ts). */
  lifecycle: string | null;
  createdAt: number;
  /** Of all versions and of the parts of unfinished uploads. */
  bytes: number;
  /** Of all versions; delete markers count. */
  objects: number;
  /** 1: clients are refused, except the operator's own key. */
  closed: 0 | 1;
  /** Of objects that come without a wish; null: none. */
  encryption: 'AES256' | null;
  access: SpaceAccess;
  /** Further keys as JSON (keyLimit.ts); null: none. */
  keys: string | null;
}

export interface UploadRow {
  id: string;
  space: string;
  key: string;
  meta: Meta;
  createdAt: number;
  /** Of the object that it becomes; null: none was asked for. */
  checksum: ChecksumKind | null;
  encryption: Encryption | null;
}

export interface PartRow {
  number: number;
  size: number;
  etag: string;
  modified: number;
  blob: string;
  checksum: Checksum | null;
}

export type ListedUpload = Pick<UploadRow, 'id' | 'key' | 'createdAt' | 'checksum'>;

const pendingTable = `create table if not exists pending (id integer primary key autoincrement, space text not null, key text not null,
    version text not null default 'null', unique (space, key, version));`;
/**
 * The tables of the index. `object` has the versions that clients get without naming one, so lists and reads don't depend on how
 * many others there are; `version` has all others, and the delete markers.
 */
export const schema = `
  create table if not exists space (name text primary key, quota integer not null, accessKey text unique, secretKey text, cors text,
    createdAt integer not null, bytes integer not null default 0, objects integer not null default 0,
    closed integer not null default 0, encryption text, versioning text, lifecycle text,
    access text not null default 'private', keys text) without rowid;
  create table if not exists keyUse (accessKey text primary key, usedAt integer not null) without rowid;
  create table if not exists object (space text not null references space(name), key text not null, size integer not null,
    etag text not null, modified integer not null, meta text not null, blobs text not null, checksum text, upload text,
    encryption text, version text not null default 'null', primary key (space, key)) without rowid;
  create table if not exists version (space text not null references space(name), key text not null, modified integer not null,
    version text not null, isMarker integer not null, size integer not null, etag text not null, meta text not null, blobs text not null,
    checksum text, upload text, encryption text, primary key (space, key, modified desc, version)) without rowid;
  create unique index if not exists version_null on version (space, key) where version = 'null';
  create table if not exists upload (id text primary key, space text not null references space(name), key text not null,
    meta text not null, createdAt integer not null, checksum text, encryption text) without rowid;
  create index if not exists upload_space on upload (space, key, id);
  create table if not exists part (upload text not null references upload(id) on delete cascade, number integer not null,
    size integer not null, etag text not null, modified integer not null, blob text not null, checksum text,
    primary key (upload, number)) without rowid;
  create table if not exists loose (blob text primary key, since integer not null) without rowid;
  ${pendingTable}
`;

/** Columns that the tables of earlier versions lack. */
export const addedColumns = [
  ['space', 'closed', 'integer not null default 0'],
  ['space', 'encryption', 'text'],
  ['object', 'checksum', 'text'],
  ['object', 'upload', 'text'],
  ['object', 'encryption', 'text'],
  ['upload', 'checksum', 'text'],
  ['upload', 'encryption', 'text'],
  ['part', 'checksum', 'text'],
  ['object', 'version', "text not null default 'null'"],
  ['space', 'versioning', 'text'],
  ['space', 'lifecycle', 'text'],
  ['space', 'access', "text not null default 'private'"],
  ['space', 'keys', 'text'],
] as const;

/** For an index whose pending changes have no versions. */
export const renewPending = `
  alter table pending rename to pending_before;
  ${pendingTable}
  insert into pending (id, space, key) select id, space, key from pending_before;
  delete from sqlite_sequence where name = 'pending';
  insert into sqlite_sequence (name, seq) select 'pending', seq from sqlite_sequence where name = 'pending_before';
  drop table pending_before;
`;

/** A change whose manifest is not on the disk yet. The key of a space's own manifest is empty. */
export interface Pending {
  id: number;
  space: string;
  key: string;
  version: string;
}

export interface Restored {
  objects: number;
  bytes: number;
  spaces: number;
  /** Spaces without a manifest, made for the objects in them. */
  guessed: string[];
  /** Blobs that no object refers to. */
  unreferenced: number;
}
