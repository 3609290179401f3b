import { useT } from '../../lib/i18n/react.tsx';
import { Button } from './Button.tsx';
import { ConflictBanner, type ConflictBannerProps } from './ConflictBanner.tsx';
import { SaveBar } from './SaveBar.tsx';

interface SettingsBarProps<V> {
  /** Of `useVersionedForm`. */
  form: {
    start: V;
    theirs: V | null;
    dirty: boolean;
    busy: boolean;
    faults: number;
    message: string | null;
    rebase: (next: V) => void;
    begin: (next: V) => void;
  };
  /** That there are unsaved changes. */
  note: string;
  /** That somebody else has changed the settings. */
  conflict: string;
  rowsOf: (theirs: V) => ConflictBannerProps['rows'];
}

/** The end of a form of settings: saving, discarding, and the choice when somebody saved others meanwhile. */
export function SettingsBar<V>({ form, note, conflict, rowsOf }: SettingsBarProps<V>) {
  const t = useT();
  const { start, theirs, dirty, busy, faults, message, rebase, begin } = form;
  return (
    <SaveBar
      faults={faults}
      message={message}
      note={dirty && note}
      busy={busy}
      saveLabel={t('common:save')}
      conflict={
        theirs && (
          <ConflictBanner
            title={conflict}
            rows={rowsOf(theirs)}
            busy={busy}
            retainLabel={t('common:keepWriting')}
            onRetain={() => rebase(theirs)}
            onAdopt={() => begin(theirs)}
          />
        )
      }
    >
      {dirty && (
        <Button kind="ghost" onClick={() => begin(start)}>
          {t('common:discard')}
        </Button>
      )}
    </SaveBar>
  );
}
