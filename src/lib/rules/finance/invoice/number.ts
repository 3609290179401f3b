/** The printed number of an invoice: `2026-000123`, or `P2026-000004` for a proforma invoice. */
export const invoiceNumber = (series: string, place: number): string => `${series}-${String(place).padStart(6, '0')}`;

/** The series of a year. Years are those of UTC. */
export const invoiceSeries = (time: number, isProforma = false): string => `${isProforma ? 'P' : ''}${new Date(time).getUTCFullYear()}`;

const OPEN = /^open-(\d{4}-(?:0[1-9]|1[0-2]))$/;
/** The ID of the invoice of a month that isn't closed yet. */
export const openId = (month: string): string => `open-${month}`;
/** The month of such an ID; null: the ID of another invoice. */
export const openMonth = (id: string): string | null => OPEN.exec(id)?.[1] ?? null;
