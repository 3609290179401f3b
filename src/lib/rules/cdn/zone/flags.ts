/** What a word contains besides plain lower-case text, as bits. */
export const isQuoted = 1;
export const hasEscape = 2;
export const hasUpper = 4;
export const hasWide = 8;
/** A quoted part after an equals sign, as in `alpn="h2,h3"`. */
export const hasInnerQuote = 16;
