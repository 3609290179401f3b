import type { ReactNode } from 'react';
import type { Translate } from '../../lib/i18n/translator.ts';
import { Button } from './Button.tsx';

/** The question before a dialog discards input. */
export const discardQuestion =
  (t: Translate) =>
  (stay: () => void, leave: () => void): ReactNode => (
    <>
      <span className="me-auto">{t('common:discardQuestion')}</span>
      <Button onClick={stay}>{t('common:keepWriting')}</Button>
      <Button kind="soft-danger" onClick={leave}>
        {t('common:discard')}
      </Button>
    </>
  );
