import { t } from '../lib/i18n/react.tsx';
import { notify } from './stores/snackbars.ts';

/** Reports whether copying worked, if there is no button to show it: `void copy(text).then(notifyCopied)`. */
export function notifyCopied(done: boolean): void {
  notify(
    done ? { type: 'success', title: t('common:copied') } : { type: 'error', title: t('error:title'), description: t('common:copyFailed') },
  );
}
