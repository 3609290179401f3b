import { zipSync } from 'fflate';
import type { NamedCall } from '../../src/lib/contract/call.ts';

export const callName = (call: NamedCall): string => call.id.join('.');

/** Calls for operators only; an operator sends their examples. */
export const isForOperators = ({ path }: NamedCall) => path.startsWith('/operator/');

/** Fields of the input of a call: its names, and those that are required. */
export const describeInput = (call: NamedCall) => {
  const { properties = {}, required = [] } = call.input.toJSONSchema({ io: 'input' }) as {
    properties?: Record<string, unknown>;
    required?: string[];
  }; // every input is an object
  return { fields: Object.keys(properties), required };
};

/** The input fields with the ID of a resource of an account, such as `groupId`. Data centers and systems are shared. */
export function listIdFields(call: NamedCall): string[] {
  const { properties = {} } = call.input.toJSONSchema({ io: 'input' }) as { properties?: Record<string, unknown> }; // every input is an object
  return Object.keys(properties).filter((field) => /Id$/.test(field) && field !== 'datacenterId' && field !== 'osId');
}

/** An input with IDs that nothing has, in the given fields that it contains. */
export const withUnknownIds = (input: Record<string, unknown>, fields: readonly string[]): Record<string, unknown> => ({
  ...input,
  ...Object.fromEntries(fields.flatMap((field) => (field in input ? [[field, Array.isArray(input[field]) ? ['nobody'] : 'nobody']] : []))),
});

/** An input with a version that no item has. */
export const withOutdatedVersion = <I extends { version: unknown }>(input: I): I => ({
  ...input,
  version: typeof input.version === 'string' ? 'outdated' : 999_999,
});

/** The file of multipart examples. */
export const zoneFile = (text = 'new IN A 203.0.113.99\n', name = 'zone.txt') => new File([text], name, { type: 'text/plain' });
/** A .zip archive of texts by file name. */
export function zipFile(files: Record<string, string>, name = 'zones.zip'): File {
  // Made by the constructor of this global scope, which may be that of a document.
  const parts = Object.entries(files).map(([path, text]) => [path, new Uint8Array(Buffer.from(text))] as const);
  return new File([zipSync(Object.fromEntries(parts)) as Uint8Array<ArrayBuffer>], name, { type: 'application/zip' });
}
/** A square image, as a logo of the brand. */
export const logoFile = (
  content = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M0 0h32v32z"/></svg>',
  name = 'logo.svg',
) => new File([content], name, { type: 'image/svg+xml' });
const exampleFiles: Partial<Record<string, () => File>> = {
  'operatorBrand.upload': logoFile,
  'zone.importArchive': () => zipFile({ 'parvaz.example.txt': 'new IN A 203.0.113.99\n' }),
};
const exampleFile = (call: NamedCall) => (exampleFiles[callName(call)] ?? zoneFile)();
export const exampleUpload = (call: NamedCall) => (call.body === 'multipart' ? { file: exampleFile(call) } : {});
