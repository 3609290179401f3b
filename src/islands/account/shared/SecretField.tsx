import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n/react.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';

/** A secret that is shown once, with a button that copies it. @param copyLabel the name of that button */
export function SecretField({ label, value, copyLabel }: { label: ReactNode; value: string; copyLabel: string }) {
  const t = useT();
  return (
    <div className="grid gap-1.5">
      <span className="font-semibold text-ui">{label}</span>
      <div className="flex items-center gap-2 rounded-lg bg-sel p-3">
        <code dir="ltr" className="mono flex-1 [overflow-wrap:anywhere]">
          {value}
        </code>
        <CopyButton value={value} label={copyLabel} copiedLabel={t('common:copied')} failedLabel={t('common:copyFailed')} />
      </div>
    </div>
  );
}
