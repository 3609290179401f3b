/** Bytes of a gigabyte, in sizes and on bills. */
export const GB = 1_000_000_000;

/** Gigabytes that a space can be made for. */
export const spaceSize = { min: 1, max: 10_000 } as const;
export const maxSpaces = 100;

/** Bytes that the panel sends at a time. S3 joins parts of at least 5 MiB, and no more than 10,000 of them. */
export const partSize = 8 * 1024 * 1024;
export const maxUpload = 10_000 * partSize;

/** Seconds that a link can work for; SigV4 allows a week. */
export const linkTimes = [3600, 86_400, 604_800] as const;
