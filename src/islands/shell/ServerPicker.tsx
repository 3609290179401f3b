import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useRead } from '../../browser/api/query.ts';
import { navigate } from '../../browser/navigate.ts';
import { server as calls } from '../../lib/contract/cloud/server.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { href } from '../../lib/routes/index.ts';
import { folded, type Option } from '../ui/options.ts';
import { SearchList } from '../ui/SearchList.tsx';
import { StatusText } from '../ui/StatusBadge.tsx';
import { selectorState, serverKinds } from './ServerSelector.tsx';
import { type Shell, sameServerScreen } from './useShell.ts';

/** Finds a server by name, address or tag, and opens the same screen for it. */
export function ServerPicker({ shell, onDone }: { shell: Shell; onDone: () => void }) {
  const t = useT();
  const [query, setQuery] = useState('');
  const { data, isPending } = useRead(calls.list, {});
  const word = folded(query.trim());
  const found = (data?.servers ?? []).filter(({ name, ip, tags }) => [name, ...ip, ...tags].some((text) => folded(text).includes(word)));
  const options = found.map((server): Option<string> => {
    const state = selectorState(server);
    return {
      value: server.id,
      label: server.name,
      ltr: true,
      description: (
        <StatusText kind={serverKinds[state]}>
          {t(`shell:server.state.${state}`)}
          {server.ip[0] && (
            <>
              {' · '}
              <bdi className="mono">{server.ip[0]}</bdi>
            </>
          )}
        </StatusText>
      ),
    };
  });
  return (
    <>
      <SearchList
        open
        className="picker-list"
        label={t('shell:server.find')}
        listLabel={t('shell:server.choose')}
        options={options}
        value={shell.serverId}
        onQuery={setQuery}
        onPick={(id) => {
          onDone();
          if (id !== shell.serverId) navigate.to(sameServerScreen(shell.route, id));
        }}
        onClose={onDone}
        empty={isPending ? t('common:loading') : t('shell:server.noMatch')}
      />
      {shell.offers('serverOrder') && (
        <a href={href('serverOrder')} className="menu-item picker-add" onClick={onDone}>
          <Plus aria-hidden />
          {t('shell:route.serverOrder')}
        </a>
      )}
    </>
  );
}
