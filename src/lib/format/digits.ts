/** Converts Persian and Arabic digits to Latin ones. */
export const latinDigits = (text: string): string => text.replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 0xf));

/**
 * A value of a query string. Pages write numbers and dates with Latin digits, in every language; an address that somebody typed or
 * translated may have others. A text with anything but digits and the marks of numbers, dates and times is unchanged.
 */
export const queryValue = (text: string): string => (/^[\d٠-٩۰-۹.:-]+$/.test(text) ? latinDigits(text) : text);
