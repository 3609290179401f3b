/** The words of a table that is written as text. */
export const words = (text: string): string[] => text.trim().split(/\s+/);

const literal = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** The source of an expression that matches one of these words, which have no special meaning. */
export const oneOf = (text: string): string => `(?:${words(text).map(literal).join('|')})`;
