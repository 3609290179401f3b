import type { TKey, TParams } from '../../../i18n/keys.ts';
import type { RecordData } from '../../core/dnsTypes.ts';
import type { Exporter } from './exporters.ts';
import type { Notes } from './notes.ts';

/** A record of a zone file. `ttl` is in seconds. */
export interface ZoneRecord extends RecordData, Notes {
  /** First line in the file, counted from 1. */
  line: number;
  ttl: number;
  /** Whether the line's comment says that it goes through the CDN (`nasim: proxied`, or Cloudflare's `cf_tags=cf-proxied:true`). */
  proxy?: true;
  /** Whether the line's comment says that the TTL is automatic (`nasim: auto-ttl`, or Cloudflare's TTL 1). */
  autoTtl?: true;
}

/** A refused entry: `text` is its first line, at most 200 characters. */
export interface ZoneRow {
  line: number;
  text: string;
  key: TKey;
  params: TParams;
}

/** A line that means something else at its exporter than by RFC 1035: `text` is as written, `became` is what was read. */
export interface ZoneNote extends ZoneRow {
  became: string;
}

/** A line whose letter and likely meaning differ: the record by each reading, as `name type data`. */
export interface ZoneDoubt extends ZoneRow {
  written: string;
  meant: string;
}

/** Which reading of a doubtful line applies: by the rules of zone files, or what was probably meant. */
export type Choice = 'written' | 'meant';

/** How a file of another service is read. */
export interface Translation {
  /** By its marks; null: unknown. */
  exporter: Exporter | null;
  /** For doubtful lines. */
  reading: Choice;
  /** Lines read the other way. */
  otherwise: readonly number[];
}

/** The SOA record (RFC 1035 section 3.3.13); times in seconds. Names are absolute without the final dot. */
export interface ZoneSoa {
  line: number;
  ttl: number;
  primary: string;
  /** The mailbox name as an address: `hostmaster.example.com` → `hostmaster@example.com`. */
  email: string;
  serial: number;
  refresh: number;
  retry: number;
  expire: number;
  minimum: number;
}

/** Every entry of the file is in exactly one of these. Directives (`$ORIGIN`, `$TTL`) aren't entries, unless they are refused. */
export interface ZoneReading {
  records: ZoneRecord[];
  soa?: ZoneSoa;
  /** The same data as an earlier line. */
  merged: { line: number; into: number }[];
  /** Valid but skipped: the provider creates these records itself. */
  skipped: ZoneRow[];
  refused: ZoneRow[];
  /** In a translation: each changed line, and each with two readings. */
  notes: ZoneNote[];
  doubts: ZoneDoubt[];
  /** False: a limit ended the parsing, and the last refused line says which. */
  isWhole: boolean;
}

export interface ReadOptions {
  /** The domain, lower-case ASCII without the final dot. */
  zone: string;
  /** TTL of a record when the file has none. Default 3600. */
  defaultTtl?: number;
  /** Parsing stops with a refused line beyond this number. Default 1,000,000. */
  maxRecords?: number;
  /** Parsing stops with one more refused line beyond this number. Default 10,000. */
  maxRefused?: number;
  /** Without it, lines are read by the rules of zone files only. */
  translation?: Translation;
}
