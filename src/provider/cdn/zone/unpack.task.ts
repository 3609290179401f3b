import { unzipSync } from 'fflate';
import { isZoneFile } from '../../../lib/rules/cdn/zone/fileNames.ts';

/** Files of an archive; bytes of one file and of all of them unpacked; and how many times smaller than unpacked a file may be. */
export const unpackLimits = { files: 200, file: 10 * 1024 * 1024, all: 20 * 1024 * 1024, ratio: 200 } as const;
/** Small files may shrink more. */
const RATIO_FROM = 1024 * 1024;

export type Unpacked = { name: string; text: string | null }[];
export type UnpackFault = 'zone:error.archive' | 'zone:error.archiveLimit';

/** Folders, and what macOS adds to each file. */
const isIgnored = (name: string): boolean => name.endsWith('/') || /(?:^|\/)(?:__MACOSX\/|\.)/.test(name);

/**
 * Unpacks an archive of zone files. The sizes that it declares are checked before anything is unpacked, and no file becomes larger than
 * declared; the thread's deadline bounds the time.
 * @returns the texts, null for a file that isn't UTF-8 or has another type, or why nothing was unpacked
 */
export function run({ bytes }: { bytes: Uint8Array }): Unpacked | UnpackFault {
  const others: Unpacked = [];
  let count = 0;
  let total = 0;
  let isOver = false;
  let files: Record<string, Uint8Array>;
  try {
    files = unzipSync(bytes, {
      filter: ({ name, size, originalSize }) => {
        if (isIgnored(name) || isOver) return false;
        count++;
        total += originalSize;
        const isBomb = originalSize > RATIO_FROM && originalSize > size * unpackLimits.ratio;
        if (isBomb || count > unpackLimits.files || originalSize > unpackLimits.file || total > unpackLimits.all) isOver = true;
        if (isOver) return false;
        if (isZoneFile(name)) return true;
        others.push({ name, text: null });
        return false;
      },
    });
  } catch {
    return isOver ? 'zone:error.archiveLimit' : 'zone:error.archive';
  }
  if (isOver) return 'zone:error.archiveLimit';
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const texts = Object.entries(files).map(([name, data]) => {
    try {
      return { name, text: decoder.decode(data) };
    } catch {
      return { name, text: null };
    }
  });
  return [...texts, ...others].sort((a, b) => (a.name < b.name ? -1 : 1));
}
