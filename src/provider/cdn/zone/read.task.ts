import { type FileOptions, type FileReading, readFile } from '../../../lib/rules/cdn/zone/file.ts';
import { isPublicHost } from '../../../lib/rules/cdn/zone/publicHost.ts';

/** Reads one file of records. */
export const run = ({ text, options }: { text: string; options: FileOptions }): FileReading => readFile(text, options, isPublicHost);
