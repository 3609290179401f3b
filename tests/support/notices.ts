import { type Notice, notify } from '../../src/provider/core/notification/notify.ts';
import type { Work } from '../../src/provider/core/services.ts';
import { uuidv7 } from '../../src/provider/kernel/ids.ts';
import type { TestProvider } from './provider.ts';

/** What work outside of calls is given, such as a job. */
export function jobContext({ provider: { services }, clock }: TestProvider): Work {
  return { now: clock.now, newId: () => uuidv7(clock.now), services };
}

export const sampleNotice = { event: 'invoice', type: 'message', title: 'notification:title', description: 'notification:lead' } as const;

/** Notifies an account in its panel. */
export const notifyAccount = (p: TestProvider, accountId: string, more: Partial<Notice> = {}) =>
  p.store.write('test', (tx) => notify(tx, jobContext(p), { ...sampleNotice, accountId, link: '/notifications', ...more }));
