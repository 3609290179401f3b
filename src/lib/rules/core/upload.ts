import { facts } from './facts.ts';

export const uploadLimits = { files: facts.upload.files, bytes: facts.upload.megabytes * 1024 * 1024 } as const;

/** The purposes of uploaded files. */
export const uploadUsages = ['ticket'] as const;
export type UploadUsage = (typeof uploadUsages)[number];

interface FileType {
  mediaType: string;
  /** Allowed extensions of this type; any other is replaced by adding the first. */
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

/** Extensions for file pickers. The content decides. */
export const acceptedExtensions = [...binaries, text, json].flatMap(({ extensions }) => extensions.map((one) => `.${one}`)).join(',');

function starts(...bytes: readonly number[]) {
  return (head: Uint8Array) => bytes.every((byte, index) => head[index] === byte);
}
const ascii = (head: Uint8Array) => String.fromCharCode(...head.subarray(0, 64));

/** Text that a browser or a shell would execute. Comments may precede it. */
const runs = /^(?:\s|\ufeff|<!--[\s\S]*?-->)*(?:#!|<(?:!doctype|html|head|body|svg|script|iframe|math|\?))/i;

/** Properties of a received file. */
export interface FileFacts {
  /** The first bytes: 4 KB are enough. */
  head: Uint8Array;
  /** Whether the whole content is UTF-8 without control characters. */
  isText: boolean;
  name: string;
}

/** The type of a file by its content. Null: unsupported, such as programs, HTML and SVG. An empty file is text. */
export function detectFileType({ head, isText, name }: FileFacts): FileType | null {
  const binary = binaries.find(({ is }) => is(head));
  if (binary) return binary;
  if (!isText) return null;
  const start = new TextDecoder().decode(head);
  if (runs.test(start)) return null;
  return /\.(json|har)$/i.test(name) && /^\s*[{[]/.test(start) ? json : text;
}

/** Maximum length of a file name, with its extension. */
const NAME_LENGTH = 120;

/**
 * A safe file name: without a path or control characters, and with an extension of its type. A text
 * called `run.bat` becomes `run.bat.txt`.
 */
export function safeName(name: string, { extensions }: FileType): string {
  const base = (name.split(/[\\/]/).at(-1) ?? '')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out, with marks that reverse the order of letters
    .replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"*:<>?|]/g, '')
    .trim()
    .replace(/^\.+/, '');
  const ending = /\.([^.]{1,8})$/.exec(base)?.[1]?.toLowerCase();
  const isOwn = ending !== undefined && extensions.includes(ending);
  const stem = isOwn ? base.slice(0, -ending.length - 1) : base;
  return `${[...(stem || 'file')].slice(0, NAME_LENGTH).join('')}.${isOwn ? ending : extensions[0]}`;
}
