import { parse } from 'tldts';

/** Whether a name ends with a public suffix of the Internet, as hosts do whose final dot was forgotten. */
export function isPublicHost(name: string): boolean {
  const { isIcann, domain } = parse(name, { validateHostname: false });
  return isIcann === true && domain !== null;
}
