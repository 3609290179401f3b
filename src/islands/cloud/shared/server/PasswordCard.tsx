import { useState } from 'react';
import { send } from '../../../../browser/api/client.ts';
import { stale } from '../../../../browser/api/query.ts';
import { server as calls, type Server } from '../../../../lib/contract/cloud/server.ts';
import { serverAction } from '../../../../lib/contract/cloud/serverAction.ts';
import { useT } from '../../../../lib/i18n/react.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { disabledReason } from './serverActions.ts';
import { showPassword } from './showPassword.tsx';

/** The one-time password: shown once, and reset. */
export function PasswordCard({ server }: { server: Server }) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const { id, name, hasPassword } = server;
  const reason = disabledReason(server, 'changePassword');
  const run = async () => {
    setBusy(true);
    try {
      const call = hasPassword ? calls.password : serverAction.changePassword;
      const { password } = await send(call, { serverId: id });
      stale(call);
      if (password !== null) showPassword(name, password);
    } catch {
      // Reported by a snackbar.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card title={t('server:password.title')}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-60 text-ui text-text-2">{t(hasPassword ? 'server:password.waiting' : 'server:password.none')}</p>
        <Button
          changes
          busy={busy}
          disabled={!hasPassword && reason !== undefined}
          reason={hasPassword ? undefined : reason}
          onClick={() => void run()}
        >
          {t(hasPassword ? 'server:password.show' : 'server:password.renew')}
        </Button>
      </div>
    </Card>
  );
}
