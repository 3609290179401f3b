import { useState } from 'react';
import { send } from '../../../browser/api/client.ts';
import { stale, useRead } from '../../../browser/api/query.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import { server as calls, type Server } from '../../../lib/contract/cloud/server.ts';
import { serverAction } from '../../../lib/contract/cloud/serverAction.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { findApplication } from '../../../lib/rules/cloud/recipes/applications.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import { disabledReason } from '../shared/server/serverActions.ts';
import { showPassword } from '../shared/server/showPassword.tsx';
import { useReinstallKeys } from './ReinstallKeys.tsx';

/** Reinstalls the system, or installs another one: both delete all data. */
export function SystemCard({ server }: { server: Server }) {
  const t = useT();
  const list = useRead(calls.osList, {}).data;
  const systems = list ?? [];
  const [osId, setOs] = useState(server.os.id);
  const os = systems.find(({ id }) => id === osId);
  const { id, name } = server;
  const application = findApplication(server.application);
  const keys = useReinstallKeys(id);
  const withdrawn = list && !os ? t('server:settings.osWithdrawn', { os: server.os.name }) : undefined;
  const confirmReinstall = (action: 'reload' | 'rebuild') =>
    openDialog({
      kind: 'delete',
      title: `${t(`server:task.${action}`)}: ${name}`,
      description: t(`server:settings.${action}Text`),
      losses: [t('server:ask.reinstallLoss')],
      phrase: name,
      action: t(`server:task.${action}`),
      cancel: t('server:ask.cancel'),
      async run() {
        const call = serverAction[action];
        const { password } = await send(call, {
          serverId: id,
          confirm: name,
          ...(keys.ids && { sshKeyIds: keys.ids }),
          ...(os && { os: { id: os.id, type: os.type, version: os.version } }),
        });
        stale(call);
        if (password !== null) showPassword(name, password);
      },
    });
  return (
    <Card title={t('server:settings.system')}>
      <p className="mb-3.5 text-ui text-text-2">{t('server:settings.systemText')}</p>
      <Field label={t('server:settings.os')} help={withdrawn}>
        <Select
          label={t('server:settings.os')}
          closeLabel={t('common:close')}
          placeholder={server.os.name}
          value={osId}
          onChange={setOs}
          options={systems.map((system) => ({ value: system.id, label: system.name, ltr: true }))}
        />
      </Field>
      {application && <p className="mt-3.5 text-help text-text-2">{t('server:settings.applicationAgain', { name: application.name })}</p>}
      {keys.field && <div className="mt-[18px]">{keys.field}</div>}
      <div className="mt-[18px] flex flex-wrap justify-end gap-2.5">
        {(['reload', 'rebuild'] as const).map((action) => (
          <Button
            key={action}
            kind="soft-danger"
            disabled={(disabledReason(server, action) ?? withdrawn) !== undefined}
            reason={disabledReason(server, action) ?? withdrawn}
            onClick={() => confirmReinstall(action)}
          >
            {t(`server:task.${action}`)}
          </Button>
        ))}
      </div>
    </Card>
  );
}
