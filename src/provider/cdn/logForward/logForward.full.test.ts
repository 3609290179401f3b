import { describe, expect, test } from 'vitest';
import { started } from '../../../../tests/support/log-forward-cases.ts';
import { maxTargets } from '../../../lib/rules/cdn/logForward/options.ts';

const https = 'https://collector.example.com/in';

describe('targets', () => {
  test('at the limit, of many sent at once, exactly the free number is added', async () => {
    const { create, list } = await started();
    const answers = await Promise.all(Array.from({ length: 9 }, (_, i) => create({ target: `${https}/${i}` })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(maxTargets - 1);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
      new Set(['logForward:error.limit']),
    );
    expect(await list()).toHaveLength(maxTargets);
  });
});
