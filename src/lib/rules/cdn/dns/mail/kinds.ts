/** Whether a text is an SPF record (RFC 7208 section 4.5). */
export const isSpf = (text: string): boolean => /^v=spf1(?: |$)/i.test(text);

/** Whether a text at `_dmarc` is meant as a DMARC record. */
export const isDmarc = (text: string): boolean => /^v\s*=\s*DMARC1\s*(?:;|$)/i.test(text);
