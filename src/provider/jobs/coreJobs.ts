import { z } from 'zod';
import { Id } from '../../lib/contract/fields.ts';
import { desiredKinds } from '../kernel/desiredKinds.ts';
import { job } from './kind.ts';

const Reconcile = z.object({ kind: z.enum(desiredKinds), entityId: z.string() });

export const coreJobs = {
  checkStatus: job('status.check'),
  deliverOutbox: job('outbox.deliver'),
  deliverWebhooks: job('webhook.deliver'),
  notifyStatus: job('status.notify', z.object({ updateId: Id }), ({ updateId }) => updateId),
  reconcile: job('reconcile', Reconcile, ({ kind, entityId }) => `${kind}:${entityId}`),
  reconcileSweep: job('reconcile.sweep', z.object({ isStart: z.boolean().optional() })),
  releaseDeferred: job('notification.release'),
  sweep: job('sweep'),
  sweepUploads: job('upload.sweep'),
  watchDkim: job('mail.dkim'),
};
