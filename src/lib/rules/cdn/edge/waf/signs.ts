/**
 * Characters by kind, as bits. A detector names those that its attacks need: a value without them can't match, and one scan of the value
 * serves all detectors. Letters and digits have no bit: nearly every value has them.
 */
export const Sign = {
  single: 1 << 0, // '
  double: 1 << 1, // "
  backtick: 1 << 2, // `
  less: 1 << 3, // <
  greater: 1 << 4, // >
  equals: 1 << 5, // =
  open: 1 << 6, // (
  close: 1 << 7, // )
  brace: 1 << 8, // { or }
  bracket: 1 << 9, // [ or ]
  slash: 1 << 10, // /
  backslash: 1 << 11, // \
  dot: 1 << 12, // .
  colon: 1 << 13, // :
  semicolon: 1 << 14, // ;
  comma: 1 << 15, // ,
  dollar: 1 << 16, // $
  percent: 1 << 17, // %
  ampersand: 1 << 18, // &
  pipe: 1 << 19, // |
  hash: 1 << 20, // #
  dash: 1 << 21, // -
  plus: 1 << 22, // +
  star: 1 << 23, // *
  at: 1 << 24, // @
  bang: 1 << 25, // !
  question: 1 << 26, // ?
  space: 1 << 27, // space, tab, line end
  control: 1 << 28, // null bytes and other control characters
  wide: 1 << 29, // not ASCII
} as const;

const bySign: Readonly<Record<keyof typeof Sign, string>> = {
  single: "'",
  double: '"',
  backtick: '`',
  less: '<',
  greater: '>',
  equals: '=',
  open: '(',
  close: ')',
  brace: '{}',
  bracket: '[]',
  slash: '/',
  backslash: '\\',
  dot: '.',
  colon: ':',
  semicolon: ';',
  comma: ',',
  dollar: '$',
  percent: '%',
  ampersand: '&',
  pipe: '|',
  hash: '#',
  dash: '-',
  plus: '+',
  star: '*',
  at: '@',
  bang: '!',
  question: '?',
  space: ' \t\n\r\v\f',
  control: '',
  wide: '',
};

const table = new Int32Array(128);
for (let code = 0; code < 32; code++) table[code] = Sign.control;
for (const [name, characters] of Object.entries(bySign))
  for (const char of characters) table[char.charCodeAt(0)] = Sign[name as keyof typeof Sign]; // the keys are those of the record

/** @returns the bits of the characters in a text */
export function scanSigns(text: string): number {
  let signs = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    signs |= code < 128 ? (table[code] ?? 0) : Sign.wide;
  }
  return signs;
}
