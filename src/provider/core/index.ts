import { coreLogTitles } from '../../lib/rules/core/log/title.ts';
import { watchDkim } from '../drivers/mail/dkim.ts';
import { coreJobs } from '../jobs/coreJobs.ts';
import { deliverOutbox } from '../jobs/deliverOutbox.ts';
import { bindJobs } from '../jobs/jobs.ts';
import { reconcile } from '../jobs/reconcile.ts';
import { reconcileSweep } from '../jobs/reconcileSweep.ts';
import { sweep } from '../jobs/sweep.ts';
import { closeCore } from './closeAccount.ts';
import { exportCore } from './exportData.ts';
import { logHandlers } from './log/log.ts';
import type { Manifest } from './manifest.ts';
import { notificationHandlers } from './notification/notification.ts';
import { releaseDeferred } from './notification/release.ts';
import { notificationSettingHandlers } from './notificationSetting/notificationSetting.ts';
import { providerHandlers } from './provider/provider.ts';
import { deleteExpired } from './retention.ts';
import { seedIncident } from './seeds/incident.ts';
import { seedWallet } from './seeds/wallet.ts';
import { seedWebhooks } from './seeds/webhooks.ts';
import { announcementHandlers, operatorAnnouncementHandlers } from './status/announcements.ts';
import { checkStatus } from './status/checks.ts';
import { notifyStatus } from './status/notifyStatus.ts';
import { taskHandlers } from './task/task.ts';
import { translationHandlers } from './translation/translation.ts';
import { sweepUploads } from './upload/sweep.ts';
import { uploadHandlers } from './upload/upload.ts';
import { walletHandlers } from './wallet/wallet.ts';
import { watchEngines } from './watchEngines.ts';
import { deliverWebhooks } from './webhook/deliver.ts';
import { webhookHandlers } from './webhook/webhook.ts';

export const core = {
  jobs: bindJobs(coreJobs, {
    deliverOutbox: { run: deliverOutbox, schedule: '*/5 * * * *' },
    watchDkim: { run: ({ services, now, signal }) => watchDkim({ ...services, now, signal }), schedule: '29 * * * *', atStart: {} },
    releaseDeferred: { run: releaseDeferred, schedule: '*/5 * * * *' },
    deliverWebhooks: { run: deliverWebhooks, schedule: '*/10 * * * *' },
    sweep: { run: sweep, schedule: '17 * * * *' },
    reconcile: { run: reconcile },
    reconcileSweep: {
      run: reconcileSweep,
      schedule: '*/10 * * * *',
      // Catches up on changes made while no process ran, or while another engine was connected.
      atStart: { key: 'reconcile.sweep:start', payload: { isStart: true } },
    },
    sweepUploads: { run: sweepUploads, schedule: '37 * * * *' },
    checkStatus: { run: checkStatus, schedule: '* * * * *', atStart: {} },
    notifyStatus: { run: notifyStatus },
  }),
  handlers: {
    announcement: announcementHandlers,
    log: logHandlers,
    notification: notificationHandlers,
    operatorAnnouncement: operatorAnnouncementHandlers,
    notificationSetting: notificationSettingHandlers,
    provider: providerHandlers,
    task: taskHandlers,
    translation: translationHandlers,
    upload: uploadHandlers,
    wallet: walletHandlers,
    webhook: webhookHandlers,
  },
  logTitles: coreLogTitles,
  seeds: () => [seedWallet, seedIncident, seedWebhooks],
  deleteExpired,
  exportData: exportCore,
  closeAccount: closeCore,
  attach: watchEngines,
} satisfies Manifest;
