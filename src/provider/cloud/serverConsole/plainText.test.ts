import { expect, test } from 'vitest';
import { toPlainText } from './plainText.ts';

test.each([
  ['\x1b[2J\x1b[01;01HSeaBIOS\r\n\x1b[0;32m  OK  \x1b[0m Started ssh\r\n', 'SeaBIOS\n  OK   Started ssh'],
  ['10 %\r50 %\r100 %\r\r\ndone', '100 %\ndone'],
  ['\n\rfirst\n\rsecond', 'first\nsecond'],
  ['a\tb\x00\x07\x08c\x7f\x9b', 'a\tbc'],
  ['user\u202egnp.exe\u2066', 'usergnp.exe'],
  ['\x1b]0;a title\x07text', 'text'],
  ['<b>یک</b> ✓', '<b>یک</b> ✓'],
])('output %j becomes %j', (output, text) => {
  expect(toPlainText(output)).toBe(text);
});
