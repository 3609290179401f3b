import { Pencil, Rocket, Trash2 } from 'lucide-react';
import type { Translate } from '../../../../lib/i18n/translator.ts';
import type { MenuItem } from '../../../ui/menuItem.ts';

export interface RuleMenuOptions {
  draft: boolean;
  onEdit: () => void;
  onDeploy: () => void;
  onDelete: () => void;
  /** Items between "Deploy" and "Delete". */
  extra?: readonly MenuItem[];
}

/** The menu of a rule; "Deploy" is offered when saved changes are not live yet. Needs the texts of `rules`. */
export const ruleMenu = (t: Translate, { draft, onEdit, onDeploy, onDelete, extra = [] }: RuleMenuOptions): MenuItem[] => [
  { key: 'edit', label: t('rules:edit'), icon: Pencil, onSelect: onEdit },
  ...(draft ? [{ key: 'deploy', label: t('rules:deployDraft'), icon: Rocket, changes: true, onSelect: onDeploy }] : []),
  ...extra,
  { key: 'delete', label: t('rules:delete'), icon: Trash2, danger: true, group: true, onSelect: onDelete },
];
