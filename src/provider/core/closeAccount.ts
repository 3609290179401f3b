import type { AccountClosing } from './registry.ts';

/** Sessions, notifications, files and the change log. What operators did stays in their log, without the customer's data. */
export const closeCore: AccountClosing = {
  async forget(tx, _ctx, { id }) {
    await tx.deleteFrom('session').where('userId', '=', id).execute();
    await tx.deleteFrom('idempotency').where('userId', '=', id).execute();
    for (const table of ['notification', 'notificationSetting', 'heldMessage', 'webhook', 'task', 'storedFile', 'outbox'] as const)
      await tx.deleteFrom(table).where('accountId', '=', id).execute();
    await tx.deleteFrom('changeLog').where('accountId', '=', id).where('actorType', '!=', 'operator').execute();
    await tx
      .updateTable('changeLog')
      .set({ entityName: '', searchText: '', before: null, after: null })
      .where('accountId', '=', id)
      .where('actorType', '=', 'operator')
      .execute();
  },
};
