import { Copy, Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useWrite } from '../../../browser/api/query.ts';
import { notifyCopied } from '../../../browser/copied.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import { type FirewallGroup, firewallGroup } from '../../../lib/contract/cdn/firewallGroup.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { copy } from '../../ui/CopyButton.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { UsedBy } from './UsedBy.tsx';

/** Addresses shown before "Show all". */
const MAX_VISIBLE = 6;

interface GroupRowProps {
  group: FirewallGroup;
  domainName: string;
  onEdit: () => void;
}

export function GroupRow({ group, domainName, onEdit }: GroupRowProps) {
  const t = useT();
  const [all, setAll] = useState(false);
  const remove = useWrite(firewallGroup.delete);
  const { title, ipAddresses, usedBy } = group;
  const shown = all ? ipAddresses : ipAddresses.slice(0, MAX_VISIBLE);
  const confirmDelete = () =>
    usedBy.length > 0
      ? openDialog({ kind: 'standard', title: t('firewallGroup:inUseTitle', { title }), body: () => <UsedBy rules={usedBy} explained /> })
      : openDialog({
          kind: 'confirm',
          title: t('firewallGroup:deleteQuestion', { title }),
          description: t('firewallGroup:deleteText'),
          action: t('firewallGroup:deleteAction'),
          run: () => remove.mutateAsync({ groupId: group.id }),
        });
  return (
    <li className="flex items-start gap-3 border-border px-[18px] py-3.5 text-ui not-first:border-t">
      <div className="grid min-w-0 flex-1 gap-1.5">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <h2 className="font-semibold [overflow-wrap:anywhere]">{title}</h2>
          <Badge square tone="neutral">
            {group.domainId ? t('firewallGroup:scope.domain', { domain: domainName }) : t('firewallGroup:scope.account')}
          </Badge>
          <span className="text-text-3">{t('firewall:addresses', counted(ipAddresses.length, currentLocale()))}</span>
        </div>
        <ul className="flex flex-wrap gap-x-3 gap-y-1">
          {shown.map((address) => (
            <li key={address}>
              <bdi dir="ltr" className="mono text-text-2 [overflow-wrap:anywhere]">
                {address}
              </bdi>
            </li>
          ))}
          {shown.length < ipAddresses.length && (
            <li>
              <button type="button" className="link" onClick={() => setAll(true)}>
                {t('firewallGroup:show')}
              </button>
            </li>
          )}
        </ul>
        <UsedBy rules={usedBy} />
      </div>
      <Menu
        label={t('firewallGroup:actions', { title })}
        closeLabel={t('common:close')}
        sheetTitle={title}
        items={[
          { key: 'edit', label: t('firewallGroup:edit'), icon: Pencil, onSelect: onEdit },
          { key: 'copy', label: t('firewallGroup:copy'), icon: Copy, onSelect: () => void copy(ipAddresses.join('\n')).then(notifyCopied) },
          { key: 'delete', label: t('firewallGroup:deleteMore'), icon: Trash2, danger: true, group: true, onSelect: confirmDelete },
        ]}
        trigger={(trigger) => <IconButton icon={Ellipsis} label={t('firewallGroup:actions', { title })} size="sm" {...trigger} />}
      />
    </li>
  );
}
