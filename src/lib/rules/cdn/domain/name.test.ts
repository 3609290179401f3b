import { expect, test } from 'vitest';
import { cleanedName } from './name.ts';

test.each([
  ['https://www.foo.com', 'foo.com'],
  ['HTTP://Foo.com/a?b#c', 'foo.com'],
  ['  www.foo.co.uk. ', 'foo.co.uk'],
  ['foo.com', 'foo.com'],
  // The name itself may be "www".
  ['www.com', 'www.com'],
  ['https://نمونه.ایران/', 'نمونه.ایران'],
  ['not a name', 'not a name'],
  ['', ''],
])('%s is shown as %s', (typed, visible) => expect(cleanedName(typed)).toBe(visible));
