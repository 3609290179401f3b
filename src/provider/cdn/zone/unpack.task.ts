import { Gunzip, Unzip, UnzipInflate } from 'fflate';
import { unpackTar } from 'modern-tar';
import { isZoneFile } from '../../../lib/rules/cdn/zone/fileNames.ts';

/** Files of an archive; bytes of one file and of all of them unpacked; and how many times larger than packed they may be. */
export const unpackLimits = { files: 200, file: 10 * 1024 * 1024, all: 20 * 1024 * 1024, ratio: 200 } as const;
/** Little text may be packed closer. */
const RATIO_FROM = 1024 * 1024;
/** Bytes that are unpacked before the limits are checked again: at most a thousand times as many come out of them. */
const STEP = 16 * 1024;
/** Bytes that a tar file may add to each file: its headers, with long names, and the rest of its last block. */
const TAR_HEADERS = 4096;

type UnpackFault = 'zone:error.archive' | 'zone:error.archiveLimit';
type FileFault = 'zone:error.format' | 'zone:error.encoding' | 'zone:archive.notFile';
/** The text of each file by its name, or why it has none. */
export type Unpacked = ({ name: string; text: string } | { name: string; text: null; why: FileFault })[];

interface Packed {
  name: string;
  isPlain: boolean;
  parts: Uint8Array[];
  size: number;
}

class Exceeded extends Error {}

/** What may still come out of an archive. */
class Budget {
  readonly #packed: number;
  readonly #most: number;
  #files = 0;
  #total = 0;

  /** @param most bytes in total */
  constructor(packed: number, most: number = unpackLimits.all) {
    this.#packed = packed;
    this.#most = most;
  }

  addFile(): void {
    if (++this.#files > unpackLimits.files) throw new Exceeded();
  }

  addBytes(count: number): void {
    this.#total += count;
    if (this.#total > this.#most || (this.#total > RATIO_FROM && this.#total > this.#packed * unpackLimits.ratio)) throw new Exceeded();
  }
}

/** Folders, and what macOS adds to each file. */
const isIgnored = (name: string): boolean => name.endsWith('/') || /(?:^|\/)(?:__MACOSX\/|\.(?!\.?\/))/.test(name);
/** A name that leads out of the folder into which an archive is unpacked. */
const isOutside = (name: string): boolean => /^(?:[/\\]|[a-z]:)|(?:^|[/\\])\.\.(?:[/\\]|$)/i.test(name);

function add(file: Packed, part: Uint8Array, budget: Budget): void {
  file.size += part.length;
  budget.addBytes(part.length);
  if (file.size > unpackLimits.file) throw new Exceeded();
  file.parts.push(part);
}

/** Passes an archive on in steps. */
function inSteps(bytes: Uint8Array, push: (part: Uint8Array, isLast: boolean) => void): void {
  for (let at = 0; at < bytes.length; at += STEP) push(bytes.subarray(at, at + STEP), at + STEP >= bytes.length);
}

function unzip(bytes: Uint8Array): Packed[] {
  const files: Packed[] = [];
  const budget = new Budget(bytes.length);
  const archive = new Unzip((entry) => {
    if (isIgnored(entry.name)) return;
    const file: Packed = { name: entry.name, isPlain: true, parts: [], size: 0 };
    budget.addFile();
    files.push(file);
    if (!isZoneFile(entry.name)) return;
    entry.ondata = (error, part) => {
      if (error) throw error;
      add(file, part, budget);
    };
    entry.start();
  });
  archive.register(UnzipInflate);
  inSteps(bytes, (part, isLast) => archive.push(part, isLast));
  return files;
}

function gunzip(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  const budget = new Budget(bytes.length, unpackLimits.all + unpackLimits.files * TAR_HEADERS);
  const stream = new Gunzip((part) => {
    budget.addBytes(part.length);
    parts.push(part);
  });
  inSteps(bytes, (part, isLast) => stream.push(part, isLast));
  return Buffer.concat(parts);
}

/** Links, devices and pipes are listed, but nothing is read from them. */
async function untar(bytes: Uint8Array): Promise<Packed[]> {
  const budget = new Budget(bytes.length);
  const entries = await unpackTar(bytes, {
    strict: true,
    filter: ({ name, type }) => {
      if (type === 'directory' || isIgnored(name)) return false;
      budget.addFile();
      return true;
    },
  });
  return entries.map(({ header: { name, type }, data }) => {
    const file: Packed = { name: name.replace(/^(?:\.\/)+/, ''), isPlain: type === 'file', parts: [], size: 0 };
    if (data && isZoneFile(name)) add(file, data, budget);
    return file;
  });
}

/** Whether an archive begins with these bytes. */
const starts = (bytes: Uint8Array, ...magic: number[]): boolean => magic.every((byte, i) => bytes[i] === byte);

/**
 * Unpacks an archive of zone files: .zip, .tar or .tar.gz, by its first bytes. The limits count what comes out, not what the archive
 * declares. Nothing is written to a disk.
 * @returns the files by name, or why nothing was unpacked
 */
export async function run({ bytes }: { bytes: Uint8Array }): Promise<Unpacked | UnpackFault> {
  try {
    const files = starts(bytes, 0x50, 0x4b) ? unzip(bytes) : await untar(starts(bytes, 0x1f, 0x8b) ? gunzip(bytes) : bytes);
    if (files.length === 0) return 'zone:error.archive';
    return files.map(readText).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    return error instanceof Exceeded ? 'zone:error.archiveLimit' : 'zone:error.archive';
  }
}

function readText({ name, isPlain, parts }: Packed): Unpacked[number] {
  if (!isPlain || isOutside(name)) return { name, text: null, why: 'zone:archive.notFile' };
  if (!isZoneFile(name)) return { name, text: null, why: 'zone:error.format' };
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    return { name, text: parts.map((part) => decoder.decode(part, { stream: true })).join('') + decoder.decode() };
  } catch {
    return { name, text: null, why: 'zone:error.encoding' };
  }
}
