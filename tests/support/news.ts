import { MINUTE } from '../../src/lib/time.ts';
import { notify } from '../../src/provider/core/notification/notify.ts';
import { moveTask, startTask } from '../../src/provider/jobs/tasks.ts';
import { readAccountId, writeInto } from './store.ts';

/** Creates notifications for a customer, as from two days of sign-ins and jobs, and tasks in progress. */
export const seedNews = (dataDir: string, email: string): Promise<void> =>
  writeInto(dataDir, async ({ tx, now, newId }) => {
    const accountId = await readAccountId(tx, email);
    const ago = (minutes: number) => ({ now: now - minutes * MINUTE, newId });
    const signIn = { event: 'login', type: 'warning', title: 'notification:login.title', description: 'notification:login.text' } as const;
    const added = { event: 'domainStatus', type: 'success', title: 'domain:added', description: 'domain:lead', link: '/domains' } as const;
    await notify(tx, ago(2900), { accountId, ...added });
    await notify(tx, ago(1700), {
      accountId,
      event: 'account',
      type: 'message',
      title: 'shell:offline',
      description: 'domain:terms.nameServers',
    });
    await notify(tx, ago(300), { accountId, ...signIn, params: { browser: 'Safari', system: 'iOS', ip: '2001:db8:2c::18' } });
    await tx.updateTable('notification').set({ readAt: now }).where('accountId', '=', accountId).execute();
    await notify(tx, ago(40), {
      accountId,
      event: 'domainStatus',
      type: 'error',
      title: 'error:unavailable',
      description: 'error:server',
      link: '/domains',
    });
    await notify(tx, ago(4), { accountId, ...signIn, params: { browser: 'Chrome', system: 'Windows', ip: '203.0.113.7' } });

    const deploy = (name: string) => ({ accountId, kind: 'zone.deploy' as const, entity: { type: 'domain', id: 'none', name } });
    const done = await startTask(tx, ago(90), deploy('ketabnama.example'));
    await moveTask(tx, ago(89), done, { status: 'done', percent: 100 });
    const failed = await startTask(tx, ago(30), deploy('old-blog.example'));
    await moveTask(tx, ago(29), failed, { status: 'failed', message: 'error:unavailable' });
    const running = await startTask(tx, ago(1), deploy('parvaz.example'));
    await moveTask(tx, ago(0), running, { status: 'running', percent: 62 });
    await startTask(tx, ago(0), deploy('rosewater.example'));
  });
