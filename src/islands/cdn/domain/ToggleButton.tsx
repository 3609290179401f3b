import { CirclePause, CirclePlay } from 'lucide-react';
import { useState } from 'react';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { confirmPause, resume, toggleReason } from './toggle.ts';

/** Pauses a live domain after confirmation, or resumes a paused one. Otherwise disabled with the reason. */
export function ToggleButton({ domain }: { domain: Domain }) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  if (domain.status === 'inactive')
    return (
      <Button
        icon={CirclePlay}
        busy={busy}
        busyLabel={t('domain:toggle.resuming')}
        onClick={() => {
          setBusy(true);
          void resume(domain).finally(() => setBusy(false));
        }}
      >
        {t('domain:toggle.resume')}
      </Button>
    );
  const reason = toggleReason(domain);
  return (
    <Button changes icon={CirclePause} disabled={reason !== undefined} reason={reason} onClick={() => confirmPause(domain)}>
      {t('domain:toggle.pause')}
    </Button>
  );
}
