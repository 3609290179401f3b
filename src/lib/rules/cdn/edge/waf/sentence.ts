/** Three words of letters in a row, with single spaces between them: code has operators and parentheses there. */
const sentence = /(?:^|[\s"'(*_>])\p{L}{2,20},? \p{L}{1,20},? \p{L}{2,20}(?:[\s,.:;!?"')*_<]|$)/u;

/** @returns whether a text is prose, or has some: words of programming are mentioned in it */
export const isSentence = (text: string): boolean => sentence.test(text);
