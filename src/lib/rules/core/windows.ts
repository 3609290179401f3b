/** Time windows of reports and monitoring. `live` is the last minutes, `1M` 30 days. */
export const windows = ['live', '30m', '1h', '3h', '4h', '5h', '6h', '12h', '24h', '1w', '1M'] as const;
export type Window = (typeof windows)[number];

/** The windows that are always in view; the others are in a list. */
export const firstWindows = ['1h', '24h', '1w', '1M'] as const satisfies readonly Window[];
export const otherWindows = windows.filter((one) => !(firstWindows as readonly Window[]).includes(one));

export const isWindow = (text: string): text is Window => (windows as readonly string[]).includes(text);
