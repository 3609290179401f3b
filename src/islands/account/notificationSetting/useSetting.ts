import { callQueryKey } from '../../../browser/api/query.ts';
import { cacheIfNewer, useSaveNow } from '../../../browser/api/saveNow.ts';
import { notificationSetting } from '../../../lib/contract/core/notificationSetting.ts';

const key = callQueryKey(notificationSetting.get, {});

/** Saves a selection immediately and offers to undo it. */
export const useSetting = () => useSaveNow(notificationSetting.update, ({ setting }) => cacheIfNewer(key, 'setting', setting));
