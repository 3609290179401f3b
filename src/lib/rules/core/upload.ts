import { facts } from './facts.ts';

export const uploadLimits = { files: facts.upload.files, bytes: facts.upload.megabytes * 1024 * 1024 } as const;

/** What files are uploaded for. */
export const uploadUsages = ['ticket'] as const;
export type UploadUsage = (typeof uploadUsages)[number];

interface FileType {
  mediaType: string;
  /** Endings that a file of this type may keep; the first is added where it has another one. */
  extensions: readonly [string, ...string[]];
}

const text: FileType = { mediaType: 'text/plain', extensions: ['txt', 'log', 'csv', 'md', 'conf', 'yaml', 'yml', 'pem', 'har'] };
const json: FileType = { mediaType: 'application/json', extensions: ['json', 'har'] };

const binaries: readonly (FileType & { is: (head: Uint8Array) => boolean })[] = [
  { mediaType: 'image/png', extensions: ['png'], is: starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) },
  { mediaType: 'image/jpeg', extensions: ['jpg', 'jpeg'], is: starts(0xff, 0xd8, 0xff) },
  { mediaType: 'image/gif', extensions: ['gif'], is: (head) => /^GIF8[79]a/.test(ascii(head)) },
  { mediaType: 'image/webp', extensions: ['webp'], is: (head) => /^RIFF[\s\S]{4}WEBP/.test(ascii(head)) },
  { mediaType: 'application/pdf', extensions: ['pdf'], is: (head) => /^%PDF-\d/.test(ascii(head)) },
  { mediaType: 'application/zip', extensions: ['zip'], is: starts(0x50, 0x4b, 0x03, 0x04) },
];

/** Endings that file pickers offer. What counts is the content. */
export const acceptedExtensions = [...binaries, text, json].flatMap(({ extensions }) => extensions.map((one) => `.${one}`)).join(',');

function starts(...bytes: readonly number[]) {
  return (head: Uint8Array) => bytes.every((byte, index) => head[index] === byte);
}
const ascii = (head: Uint8Array) => String.fromCharCode(...head.subarray(0, 64));

/** Text that a browser or a shell would run rather than show. Comments may come before it. */
const runs = /^(?:\s|\ufeff|<!--[\s\S]*?-->)*(?:#!|<(?:!doctype|html|head|body|svg|script|iframe|math|\?))/i;

/** What is known of a file once it was received. */
export interface FileFacts {
  /** The first bytes: 4 KB are enough. */
  head: Uint8Array;
  /** The whole content is UTF-8 without control characters. */
  isText: boolean;
  name: string;
}

/** The type of a file, judged by its content. Null: it isn't supported, as programs, HTML and SVG. An empty file is a text. */
export function typeOf({ head, isText, name }: FileFacts): FileType | null {
  const binary = binaries.find(({ is }) => is(head));
  if (binary) return binary;
  if (!isText) return null;
  const start = new TextDecoder().decode(head);
  if (runs.test(start)) return null;
  return /\.(json|har)$/i.test(name) && /^\s*[{[]/.test(start) ? json : text;
}

/** Characters of a file name, with its ending. */
const NAME_LENGTH = 120;

/**
 * A name under which a file can be kept and saved: without a path or control characters, and with an ending of its type. A text that
 * is called `run.bat` becomes `run.bat.txt`.
 */
export function safeName(name: string, { extensions }: FileType): string {
  const base = (name.split(/[\\/]/).at(-1) ?? '')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out, with marks that reverse the order of letters
    .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069"*:<>?|]/g, '')
    .trim()
    .replace(/^\.+/, '');
  const ending = /\.([^.]{1,8})$/.exec(base)?.[1]?.toLowerCase();
  const isOwn = ending !== undefined && extensions.includes(ending);
  const stem = isOwn ? base.slice(0, -ending.length - 1) : base;
  return `${[...(stem || 'file')].slice(0, NAME_LENGTH).join('')}.${isOwn ? ending : extensions[0]}`;
}
