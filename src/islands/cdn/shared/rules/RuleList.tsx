import type { ReactNode } from 'react';
import type { EdgeDeploy } from '../../../../lib/contract/cdn/deploy.ts';
import { useT } from '../../../../lib/i18n/react.tsx';
import type { MenuItem } from '../../../ui/menuItem.ts';
import { OrderedList } from '../../../ui/order/OrderedList.tsx';
import { LiveOn } from '../LiveOn.tsx';
import type { RuleView } from './RuleTools.tsx';
import { type RuleMenuOptions, ruleMenu } from './ruleMenu.ts';

/** The fields of a rule that every list needs. */
export interface Rule {
  id: string;
  deploy: boolean;
  /** It is saved in a form that isn’t deployed. */
  draft: boolean;
  /** What edges have confirmed of it; absent: nothing is to be confirmed, or no edge is connected. */
  edge?: EdgeDeploy | undefined;
}

interface RuleListProps<R extends Rule> {
  label: string;
  /** The rules to show, and whether they can be moved: from `RuleTools`. */
  list: RuleView<R>;
  /** The name of a rule in labels and announcements. */
  titleOf: (rule: R) => string;
  body: (rule: R, title: string) => ReactNode;
  /** The rule whose switch is being saved. */
  busyId: string | undefined;
  onToggle: (rule: R, title: string, deploy: boolean) => void;
  /** Saves the order of all rules; the list reverts when it rejects. */
  onReorder: (ids: string[]) => Promise<unknown>;
  onEdit: (rule: R) => void;
  onDelete: (rule: R, title: string) => void;
  /** Menu items between "Deploy" and "Delete". */
  extraActions?: (rule: R) => readonly MenuItem[];
}

/** Rules in the order in which the edge evaluates them. Every rule list of a domain uses it. Needs the texts of `rules`. */
export function RuleList<R extends Rule>(props: RuleListProps<R>) {
  const { label, list, titleOf, body, busyId, onToggle, onReorder, onEdit, onDelete, extraActions } = props;
  const t = useT();
  return (
    <OrderedList
      label={label}
      rows={list.rules.map((rule) => ({
        id: rule.id,
        title: titleOf(rule),
        state: rule.deploy ? ('on' as const) : ('off' as const),
        draft: rule.draft,
        ...(rule.edge && { status: <LiveOn of={rule} short /> }),
        place: list.placeOf(rule),
        rule,
      }))}
      busyId={busyId}
      onSwitch={({ rule, title }, deploy) => onToggle(rule, title, deploy)}
      onOrder={list.canMove ? onReorder : undefined}
      body={({ rule, title }) => body(rule, title)}
      actions={({ title, rule }) => {
        const menu: RuleMenuOptions = {
          draft: rule.draft,
          onEdit: () => onEdit(rule),
          onDeploy: () => onToggle(rule, title, true),
          onDelete: () => onDelete(rule, title),
          ...(extraActions && { extra: extraActions(rule) }),
        };
        return ruleMenu(t, menu);
      }}
    />
  );
}

/** The note below a rule list. */
export const RuleListNote = ({ children }: { children: ReactNode }) => (
  <p className="border-t border-border px-[18px] py-3 text-help text-text-2">{children}</p>
);
