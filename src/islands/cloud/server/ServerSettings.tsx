import { Trash2 } from 'lucide-react';
import { useHashAction } from '../../../browser/address.ts';
import { send } from '../../../browser/api/client.ts';
import { stale } from '../../../browser/api/query.ts';
import { navigate } from '../../../browser/navigate.ts';
import type { Server } from '../../../lib/contract/cloud/server.ts';
import { serverAction } from '../../../lib/contract/cloud/serverAction.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { PasswordCard } from '../shared/server/PasswordCard.tsx';
import { ServerPage } from '../shared/server/ServerPage.tsx';
import { confirmRemove, disabledReason, runAction } from '../shared/server/serverActions.ts';
import { showPassword } from '../shared/server/showPassword.tsx';
import { AddressesCard } from './AddressesCard.tsx';
import { DetailsCard } from './DetailsCard.tsx';
import { OptionsCard } from './OptionsCard.tsx';
import { ResizeCard } from './ResizeCard.tsx';
import { SystemCard } from './SystemCard.tsx';
import { type Confirmed, TransferCard } from './TransferCard.tsx';

/** Settings of a server: name, size, options, system, transfer and removal. */
export default function ServerSettings({ serverId, confirmed }: { serverId: string; confirmed: Confirmed }) {
  return (
    <ServerPage serverId={serverId} route="serverSettings">
      {(server) => (
        <div className="dashboard-columns">
          <div className="grid min-w-0 grid-cols-1 gap-[18px]">
            <DetailsCard server={server} />
            <OptionsCard server={server} />
            <ResizeCard server={server} />
            <SystemCard server={server} />
          </div>
          <div className="grid min-w-0 grid-cols-1 gap-[18px]">
            <PasswordCard server={server} />
            <AddressesCard server={server} />
            <RescueCard server={server} />
            <TransferCard server={server} confirmed={confirmed} />
            <RemovalCard server={server} />
          </div>
        </div>
      )}
    </ServerPage>
  );
}

function RescueCard({ server }: { server: Server }) {
  const t = useT();
  const action = server.state === 'rescued' ? 'unrescue' : 'rescue';
  const reason = disabledReason(server, action);
  const rescue = async () => {
    const { password } = await send(serverAction.rescue, { serverId: server.id });
    stale(serverAction.rescue);
    if (password !== null) showPassword(server.name, password);
  };
  return (
    <Card title={t('server:settings.rescue')}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-60 text-ui text-text-2">{t('server:settings.rescueText')}</p>
        <Button
          changes
          disabled={reason !== undefined}
          reason={reason}
          onClick={() => (action === 'unrescue' ? runAction(server, action) : void rescue().catch(() => {}))}
        >
          {t(`server:task.${action}`)}
        </Button>
      </div>
    </Card>
  );
}

function RemovalCard({ server }: { server: Server }) {
  const t = useT();
  const reason = disabledReason(server, 'delete');
  const remove = () => confirmRemove(server, () => navigate.to(href('servers')));
  useHashAction('remove', () => reason === undefined && remove());
  return (
    <Card title={t('server:settings.remove')}>
      <p className="text-ui">{t('server:settings.removeText')}</p>
      <Button kind="soft-danger" icon={Trash2} className="mt-3.5" disabled={reason !== undefined} reason={reason} onClick={remove}>
        {t('server:task.delete')}
      </Button>
    </Card>
  );
}
