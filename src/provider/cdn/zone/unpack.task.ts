import { Unzip, UnzipInflate } from 'fflate';
import { isZoneFile } from '../../../lib/rules/cdn/zone/fileNames.ts';

/** Files of an archive; bytes of one file and of all of them unpacked; and how many times larger than packed they may be. */
export const unpackLimits = { files: 200, file: 10 * 1024 * 1024, all: 20 * 1024 * 1024, ratio: 200 } as const;
/** Little text may be packed closer. */
const RATIO_FROM = 1024 * 1024;
/** Bytes that are unpacked before the limits are checked again: at most a thousand times as many come out of them. */
const STEP = 16 * 1024;

export type Unpacked = { name: string; text: string | null }[];
type UnpackFault = 'zone:error.archive' | 'zone:error.archiveLimit';

class Exceeded extends Error {}

/** Folders, and what macOS adds to each file. */
const isIgnored = (name: string): boolean => name.endsWith('/') || /(?:^|\/)(?:__MACOSX\/|\.)/.test(name);

/**
 * Unpacks an archive of zone files. The limits count what comes out, not what the archive declares.
 * @returns the texts by name, null for a file that isn't UTF-8 or has another type, or why nothing was unpacked
 */
export function run({ bytes }: { bytes: Uint8Array }): Unpacked | UnpackFault {
  const files: { name: string; parts: Uint8Array[]; size: number; isText: boolean }[] = [];
  let taken = 0;
  let total = 0;
  const unzip = new Unzip((entry) => {
    if (isIgnored(entry.name)) return;
    const file = { name: entry.name, parts: [] as Uint8Array[], size: 0, isText: isZoneFile(entry.name) };
    if (files.push(file) > unpackLimits.files) throw new Exceeded();
    if (!file.isText) return;
    entry.ondata = (error, part) => {
      if (error) throw error;
      file.size += part.length;
      total += part.length;
      const isBomb = total > RATIO_FROM && total > taken * unpackLimits.ratio;
      if (isBomb || file.size > unpackLimits.file || total > unpackLimits.all) throw new Exceeded();
      file.parts.push(part);
    };
    entry.start();
  });
  unzip.register(UnzipInflate);
  try {
    for (; taken < bytes.length; ) {
      const part = bytes.subarray(taken, taken + STEP);
      taken += part.length;
      unzip.push(part, taken === bytes.length);
    }
  } catch (error) {
    return error instanceof Exceeded ? 'zone:error.archiveLimit' : 'zone:error.archive';
  }
  if (files.length === 0) return 'zone:error.archive';
  const texts = files.map(({ name, parts, isText }) => ({ name, text: isText ? textOf(parts) : null }));
  return texts.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Null: it isn't UTF-8. */
function textOf(parts: readonly Uint8Array[]): string | null {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    return parts.map((part) => decoder.decode(part, { stream: true })).join('') + decoder.decode();
  } catch {
    return null;
  }
}
