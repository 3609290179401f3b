import { formatTime } from '../../../lib/format/date.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import type { Joining } from './EdgeForm.tsx';

/** The command that starts a new edge. It can't be shown again. */
export function CommandView({ joining: { command, expiresAt }, onDone }: { joining: Joining; onDone: () => void }) {
  const t = useT();
  return (
    <div className="grid gap-[18px]">
      <Banner tone="warning">{t('operatorEdge:command.text', { time: formatTime(expiresAt, currentLocale()) })}</Banner>
      <pre dir="ltr" className="mono whitespace-pre-wrap rounded-md bg-surface-2 p-3 text-caption [overflow-wrap:anywhere]">
        {command}
      </pre>
      <div className="flex flex-wrap justify-end gap-2.5">
        <CopyButton
          value={command}
          text
          size="md"
          label={t('operatorEdge:command.copy')}
          copiedLabel={t('common:copied')}
          failedLabel={t('common:copyFailed')}
        />
        <Button kind="primary" onClick={onDone}>
          {t('operatorEdge:command.done')}
        </Button>
      </div>
    </div>
  );
}
