import { expect, test } from 'vitest';
import { visibleText } from './visibleText.ts';

test.each([
  ['a\0b\r\nc', 'a\u2400b\u240d\u240ac'],
  ['\x1b[31m\x7f', '\u241b[31m\u2421'],
  ['a\u202eb\u2066c', 'a\\u{202e}b\\u{2066}c'],
  ['\ud800x', '\\u{d800}x'],
  ['می‌شود <b>', 'می‌شود <b>'],
])('%j is visible', (text, expected) => expect(visibleText(text)).toBe(expected));
