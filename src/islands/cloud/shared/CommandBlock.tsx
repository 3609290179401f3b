import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n/react.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Scroller } from '../../ui/Scroller.tsx';

interface CommandBlockProps {
  label: string;
  /** Below the label, such as a warning. */
  note?: ReactNode;
  commands: string;
  copyLabel: string;
}

/** Commands for a terminal, with a button that copies them. */
export function CommandBlock({ label, note, commands, copyLabel }: CommandBlockProps) {
  const t = useT();
  return (
    <div>
      <div className="mb-2 flex items-end justify-between gap-3">
        <div>
          <h3 className="font-semibold text-ui">{label}</h3>
          {note}
        </div>
        <CopyButton size="xs" value={commands} label={copyLabel} copiedLabel={t('common:copied')} failedLabel={t('common:copyFailed')} />
      </div>
      <Scroller label={label} className="rounded-md bg-hover p-3">
        <pre dir="ltr" className="text-start text-caption text-text-2">
          {commands}
        </pre>
      </Scroller>
    </div>
  );
}
