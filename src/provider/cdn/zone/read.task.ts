import { parse } from 'tldts';
import { type FileOptions, type FileReading, readFile } from '../../../lib/rules/cdn/zone/file.ts';

/** Whether a name ends with a public suffix of the Internet, as hosts do whose final dot was forgotten. */
function isHost(name: string): boolean {
  const { isIcann, domain } = parse(name, { validateHostname: false });
  return isIcann === true && domain !== null;
}

/** Reads one file of records. */
export const run = ({ text, options }: { text: string; options: FileOptions }): FileReading => readFile(text, options, isHost);
