import type { ApiError } from '../../../browser/api/errors.ts';
import { staleGroups } from '../../../browser/api/query.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Banner } from '../../ui/Banner.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';

interface RefusalBannerProps extends EditDialogForm {
  error: ApiError | null;
  /** What belongs to no single field; null: nothing. */
  message: string | null;
  /** The group of the call, which is read again when another operator was faster. */
  group: string;
}

/** Why a change was refused. After one of another operator, it closes the dialog and shows the current values. */
export function RefusalBanner({ error, message, group, onDirty, onDone }: RefusalBannerProps) {
  const t = useT();
  if (!message) return null;
  const showCurrent = () => {
    staleGroups([group]);
    onDirty(false);
    onDone();
  };
  return (
    <Banner
      tone="danger"
      live
      {...(error?.code === 'error:versionConflict' && {
        action: (
          <button type="button" onClick={showCurrent}>
            {t('common:showCurrent')}
          </button>
        ),
      })}
    >
      {message}
    </Banner>
  );
}
