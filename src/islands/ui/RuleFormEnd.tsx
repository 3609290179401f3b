import { useT } from '../../lib/i18n/react.tsx';
import { Banner } from './Banner.tsx';
import { Button } from './Button.tsx';
import { ConflictBanner, type ConflictBannerProps } from './ConflictBanner.tsx';

export interface RuleFormEndProps extends Pick<ConflictBannerProps, 'onKeep' | 'onTake'> {
  /** What was refused as a whole. */
  message: string | null;
  saving: boolean;
  deploying: boolean;
  /** What differs from what was saved elsewhere; null: nothing was. */
  conflict: ConflictBannerProps['rows'] | null;
}

/** The end of a rule's form: what was refused, what was saved elsewhere, and the two ways to save. Needs the texts of `rules`. */
export function RuleFormEnd({ message, saving, deploying, conflict, onKeep, onTake }: RuleFormEndProps) {
  const t = useT();
  return (
    <>
      {message && (
        <Banner tone="danger" live>
          {message}
        </Banner>
      )}
      {conflict && (
        <ConflictBanner
          title={t('rules:conflict')}
          rows={conflict}
          busy={saving || deploying}
          keepLabel={t('common:keepWriting')}
          onKeep={onKeep}
          onTake={onTake}
        />
      )}
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button type="submit" value="draft" busy={saving} busyLabel={t('common:saving')}>
          {t('rules:save')}
        </Button>
        <Button kind="primary" type="submit" busy={deploying} busyLabel={t('common:saving')}>
          {t('rules:saveAndDeploy')}
        </Button>
      </div>
    </>
  );
}
