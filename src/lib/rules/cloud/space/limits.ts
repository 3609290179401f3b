export { GB } from '../../core/traffic.ts';

/** Possible sizes of a space, in gigabytes. */
export const spaceSize = { min: 1, max: 10_000 } as const;
export const maxSpaces = 100;

/** Of lifecycle rules, as in S3. */
export const maxRules = 1000;
export const maxDays = 2 ** 31 - 1;

/** Part size of panel uploads, in bytes. S3 requires parts of at least 5 MiB, and at most 10,000 of them. */
export const partSize = 8 * 1024 * 1024;
export const maxUpload = 10_000 * partSize;

/** Further keys of a space, and its shared links that haven't expired. */
export const maxKeys = 50;
export const maxLinks = 200;

/** Maximum validity of a link, in seconds; SigV4 allows a week. */
export const linkTimes = [3600, 86_400, 604_800] as const;
