import { openDialog } from '../../../../browser/stores/dialogs.ts';
import { t } from '../../../../lib/i18n/react.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';

/** Shows a password that isn't returned again. */
export function showPassword(name: string, password: string): void {
  openDialog({
    kind: 'standard',
    title: t('server:password.shown', { name }),
    body: () => (
      <div className="grid gap-3">
        <p>{t('server:password.once')}</p>
        <p className="flex flex-wrap items-center gap-3">
          <code dir="ltr" className="mono select-all break-all rounded-[8px] border border-line px-3 py-2 text-[15px]">
            {password}
          </code>
          <CopyButton
            text
            value={password}
            label={t('server:password.copy')}
            copiedLabel={t('common:copied')}
            failedLabel={t('common:copyFailed')}
          />
        </p>
      </div>
    ),
  });
}
