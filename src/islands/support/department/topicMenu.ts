import { Archive, ArchiveRestore, Pencil, Trash2 } from 'lucide-react';
import type { OperatorService } from '../../../lib/contract/support/operatorDepartment.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, t } from '../../../lib/i18n/react.tsx';
import type { MenuItem } from '../../ui/menuItem.ts';

/** The name in the operator's language, else in English. */
export const topicTitle = ({ title }: Pick<OperatorService, 'title'>): string => title[currentLocale()] || title.en;

interface TopicActions {
  /** Nothing else is open for new tickets. */
  isLast: boolean;
  onEdit: () => void;
  onRetire: (isRetired: boolean) => void;
  onDelete: () => void;
}

/** The actions for a department or a service; those that the provider would refuse are disabled with the reason. */
export function topicMenu(topic: Omit<OperatorService, 'id'>, { isLast, onEdit, onRetire, onDelete }: TopicActions): MenuItem[] {
  const { isRetired, isRequired, tickets } = topic;
  const title = topicTitle(topic);
  const last = isLast ? t('operatorDepartment:error.last') : undefined;
  const used =
    tickets > 0
      ? t('operatorDepartment:error.used', { title, ...counted(tickets, currentLocale()) })
      : isRequired
        ? t('operatorDepartment:error.consulting', { title })
        : undefined;
  return [
    { key: 'edit', label: t('common:edit'), icon: Pencil, onSelect: onEdit },
    isRetired
      ? { key: 'restore', label: t('operatorDepartment:restore'), icon: ArchiveRestore, changes: true, onSelect: () => onRetire(false) }
      : {
          key: 'retire',
          label: t('operatorDepartment:retire'),
          icon: Archive,
          changes: true,
          reason: last,
          onSelect: () => onRetire(true),
        },
    {
      key: 'delete',
      label: t('operatorDepartment:deleteMore'),
      icon: Trash2,
      danger: true,
      group: true,
      reason: used ?? last,
      onSelect: onDelete,
    },
  ];
}
