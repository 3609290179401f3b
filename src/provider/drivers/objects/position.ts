/** A position in a list of versions: the last version, or a prefix without one. */
export const toCursor = (key: string, version: string | null): string => Buffer.from(JSON.stringify([key, version])).toString('base64url');

/** @returns an empty key at the start, also for a text that isn't a cursor */
export function parsePosition(cursor: string | undefined): [key: string, version: string | null] {
  if (cursor === undefined) return ['', null];
  try {
    const found: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (!Array.isArray(found)) return ['', null];
    const [key, version]: unknown[] = found;
    return typeof key === 'string' && key !== '' ? [key, typeof version === 'string' ? version : null] : ['', null];
  } catch {
    return ['', null];
  }
}

/** Parameters of a signed URL. @param disposition Content-Disposition of its response */
export const linkQuery = (disposition: string | undefined, version: string | undefined): [name: string, value: string][] => [
  ...(disposition === undefined ? [] : [['response-content-disposition', disposition] as [string, string]]),
  ...(version === undefined ? [] : [['versionId', version] as [string, string]]),
];
