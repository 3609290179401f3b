import { describe, expect, test, vi } from 'vitest';
import { domainId, good, startSsl } from '../../../../tests/support/ssl.ts';
import { ssl } from '../../../lib/contract/cdn/ssl.ts';

describe('custom certificates', () => {
  test('a long chain is checked in a worker thread, with the same result', async () => {
    const { p, token } = await startSsl();
    const run = vi.spyOn(p.provider.services.workers, 'run');
    await p.ok(ssl.create, { domainId, ...good }, { token });
    expect(run).not.toHaveBeenCalled();
    const { status, body } = await p.try(ssl.create, { domainId, ...good, caBundle: good.caBundle.repeat(3) }, { token });
    expect([status, body.code]).toEqual([422, 'ssl:error.chainTwice']);
    expect(run).toHaveBeenCalledOnce();
  });
});
