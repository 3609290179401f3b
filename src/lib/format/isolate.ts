/**
 * A value inside of a text: its direction is that of its first letter, and it doesn't reorder what is around it (Unicode UAX 9, FSI … PDI).
 * The translator does it for the values of Persian and Arabic texts; this is for texts that are put together in another way.
 */
export const isolate = (text: string): string => (text === '' ? '' : `\u2068${text}\u2069`);

/** Marks and isolates of directions: a page needs them, and they must not be in what leaves it, such as files and copied text. */
const MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
export const withoutMarks = (text: string): string => text.replace(MARKS, '');
