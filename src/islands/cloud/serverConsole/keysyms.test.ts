import { expect, test } from 'vitest';
import { toKeysyms } from './keysyms.ts';

test('letters are their Latin-1 code, others their code point with the Unicode bit', () => {
  expect(toKeysyms('aÉ')).toEqual([0x61, 0xc9]);
  expect(toKeysyms('س€😀')).toEqual([0x1000633, 0x10020ac, 0x101f600]);
});

test('each kind of line end is one Return, and control characters type nothing', () => {
  expect(toKeysyms('a\r\nb\rc\n\t\u0000\u001b\u007f')).toEqual([0x61, 0xff0d, 0x62, 0xff0d, 0x63, 0xff0d, 0xff09]);
});
