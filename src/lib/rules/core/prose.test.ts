import { describe, expect, test } from 'vitest';
import { plainProse, readProse } from './prose.ts';

const text = (value: string) => ({ kind: 'text', text: value });

describe('short prose', () => {
  test('paragraphs, lists, steps and marks', () => {
    const blocks = readProse('1. Go to **DNS**.\n2. Add `a.example`.\n\nRead [the guide](/docs/dns-records).\nAll of it.\n\n- one\n- two');
    expect(blocks).toEqual([
      {
        kind: 'steps',
        items: [
          [text('Go to '), { kind: 'strong', text: 'DNS' }, text('.')],
          [text('Add '), { kind: 'code', text: 'a.example' }, text('.')],
        ],
      },
      { kind: 'paragraph', parts: [text('Read '), { kind: 'link', text: 'the guide', href: '/docs/dns-records' }, text('. All of it.')] },
      { kind: 'list', items: [[text('one')], [text('two')]] },
    ]);
    expect(plainProse(blocks)).toBe('Go to DNS.\nAdd a.example.\nRead the guide. All of it.\none\ntwo');
  });

  test('HTML is plain text', () => {
    expect(readProse('<b>x</b>')).toEqual([{ kind: 'paragraph', parts: [text('<b>x</b>')] }]);
  });

  test.each(['**half', 'a `half', '[away](https://elsewhere.example)', '[x](javascript:alert(1))'])('%s is refused', (wrong) => {
    expect(() => readProse(wrong)).toThrow(wrong);
  });
});
