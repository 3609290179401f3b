import { parseZone } from '../../../lib/rules/cdn/zone/parse.ts';
import type { ReadOptions, ZoneReading } from '../../../lib/rules/cdn/zone/types.ts';

/** Parses one zone file in a worker thread. */
export const run = ({ text, options }: { text: string; options: ReadOptions }): ZoneReading => parseZone(text, options);
