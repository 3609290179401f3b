import { persistentAtom } from '@nanostores/persistent';
import type { OrderDraft } from '../../lib/rules/cloud/order.ts';
import { whenLoggedOut } from './session.ts';
import './storage.ts';

/** An order started on this device, without a typed password; null: none. It survives a visit to the wallet. */
export const $serverDraft = persistentAtom<OrderDraft | null>('nasim:serverOrder', null, {
  encode: (draft) => (draft ? JSON.stringify(draft) : undefined),
  decode(text) {
    try {
      return JSON.parse(text) as OrderDraft; // written by the same store
    } catch {
      return null;
    }
  },
});
whenLoggedOut(() => $serverDraft.set(null));

/** Saves a draft on this device, without a typed password. */
export const saveDraft = ({ password, ...draft }: OrderDraft): void =>
  $serverDraft.set({ ...draft, password: { type: password.type, ...(password.sshKeyIds && { sshKeyIds: password.sshKeyIds }) } });
