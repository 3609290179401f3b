import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useWrite } from '../../../browser/api/query.ts';
import { why } from '../../../lib/contract/cdn/why.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';

/** Notifies the owner of the site that a request was stopped by mistake. */
export default function ReportButton({ requestId }: { requestId: string }) {
  const t = useT();
  const [isSent, setSent] = useState(false);
  const report = useWrite(why.report);
  if (isSent)
    return (
      <p role="status" className="flex items-center gap-2 text-text-2">
        <CircleCheck aria-hidden className="size-4" />
        {t('why:sent')}
      </p>
    );
  return (
    <div className="grid gap-2">
      <Button kind="primary" busy={report.isPending} onClick={() => report.mutate({ requestId }, { onSuccess: () => setSent(true) })}>
        {t('why:report')}
      </Button>
      <p className="text-caption text-text-3">{t('why:reportHint')}</p>
    </div>
  );
}
