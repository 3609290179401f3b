/** Kinds of references of charges by the hour, which end with the hour. */
const HOURLY = /^((?:backup|serverIp|snapshot|space|volume):[^:]+):\d+$/;

/** What a ledger entry is about: the same for every hour of a volume, an address, a space, a snapshot or a backup. */
export const entrySubject = (reference: string | null): string => reference?.replace(HOURLY, '$1') ?? '';
