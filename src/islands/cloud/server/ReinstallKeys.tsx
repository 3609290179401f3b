import { useState } from 'react';
import { useMay } from '../../../browser/access.ts';
import { useRead } from '../../../browser/api/query.ts';
import { server as calls } from '../../../lib/contract/cloud/server.ts';
import { sshKey } from '../../../lib/contract/cloud/sshKey.ts';
import { formatList } from '../../../lib/format/list.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Field } from '../../ui/Field.tsx';
import { KeyChoice } from '../shared/sshKey/KeyChoice.tsx';

/**
 * The keys for a reinstalled server; those that it was installed with are chosen.
 * @returns `ids` is undefined while they aren't known or may not be read: the server then keeps its keys
 */
export function useReinstallKeys(serverId: string) {
  const t = useT();
  // The keys belong to the account, not to a server.
  const mayRead = useMay()('allServers');
  const all = useRead(sshKey.list, {}, { enabled: mayRead }).data?.sshKeys;
  const installed = useRead(calls.sshKeys, { serverId }).data?.sshKeys;
  const [changed, setChanged] = useState<string[] | null>(null);
  if (!all || !installed || all.length + installed.length === 0) return { ids: undefined, field: null };
  const ids = changed ?? installed.flatMap(({ id }) => id ?? []);
  const removed = installed.filter(({ id }) => id === null).map(({ name, fingerprint }) => name || fingerprint);
  return {
    ids,
    field: (
      <Field label={t('server:settings.keys')} group {...(ids.length === 0 && { help: t('server:settings.noKeys') })}>
        <div className="grid gap-2.5">
          <KeyChoice keys={all} chosen={ids} onChange={setChanged} />
          {removed.length > 0 && (
            <p className="text-help text-text-3">{t('server:settings.keysRemoved', { names: formatList(removed, currentLocale()) })}</p>
          )}
        </div>
      </Field>
    ),
  };
}
