import { Power, RefreshCcw, SquareTerminal } from 'lucide-react';
import { useRead } from '../../../browser/api/query.ts';
import { type Server, server } from '../../../lib/contract/cloud/server.ts';
import { t } from '../../../lib/i18n/react.tsx';
import { href, type RouteName, routes } from '../../../lib/routes/index.ts';
import { actionFault } from '../../../lib/rules/cloud/server/actions.ts';
import { routeIcons } from '../icons.ts';
import type { Item } from './items.ts';

/** Maximum without a typed name: all servers of an account would hide the other results. */
const MOST = 20;

/** Actions that stop a server open their confirmation dialog. */
const confirmedActionIcons = { reboot: RefreshCcw, powerOff: Power } as const;

function serverItems(one: Server): Item[] {
  const { id, name, ip } = one;
  const to = href('server', { id });
  return [
    {
      key: `server ${id}`,
      label: name,
      ltr: 'label',
      icon: routeIcons[routes.server.icon],
      detail: ip[0] ?? '',
      words: one.tags.join(', '),
      to,
    },
    { key: `console ${id}`, label: t('shell:palette.server.console', { name }), icon: SquareTerminal, to: href('serverConsole', { id }) },
    ...(['reboot', 'powerOff'] as const).map((action) => {
      const fault = actionFault(one, action);
      return {
        key: `${action} ${id}`,
        label: t(`shell:palette.server.${action}`, { name }),
        icon: confirmedActionIcons[action],
        words: t(`shell:palette.server.${action}Words`, { name }),
        reason: fault ? t(fault) : undefined,
        to: `${to}#${action}`,
      };
    }),
  ];
}

/** Servers with a name, address or tag that contains a word of the query, and their actions. */
export function useServers(query: string, isSold: boolean, offers: (name: RouteName) => boolean): Item[] {
  const words = query
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word.length > 1);
  const list = useRead(server.list, {}, { enabled: isSold && offers('servers') && words.length > 0 }).data?.servers ?? [];
  if (words.length === 0) return [];
  return list
    .filter(({ name, ip, tags }) => [name, ...ip, ...tags].some((text) => words.some((word) => text.toLowerCase().includes(word))))
    .slice(0, MOST)
    .flatMap(serverItems);
}
