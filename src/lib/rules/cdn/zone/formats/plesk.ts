import { quote } from '../../dns/text.ts';
import { autoTtlMark } from '../marks.ts';
import type { Entry } from '../parse.ts';
import { toEntry } from './entries.ts';

export const pleskMark = 'SUCCESS: Getting information for ';

const encoder = new TextEncoder();

/** Reads the output of `plesk bin dns --info`: a record in each line, without TTLs, texts without quotation marks. */
export const readPlesk = (text: string): Entry[] =>
  text.split(/\r\n|\n|\r/).flatMap((source, index): Entry[] => {
    if (source.trim() === '' || source.startsWith(pleskMark)) return [];
    const [, name = '', type = '', rest = ''] = /^\s*(\S+)\s+(\S+)\s*(.*?)\s*$/.exec(source) ?? [];
    const isText = type === 'TXT' && !rest.startsWith('"');
    return [toEntry(index + 1, { name, type, data: isText ? quote(encoder.encode(rest)) : rest, marks: [autoTtlMark] })];
  });
