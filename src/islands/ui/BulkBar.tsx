import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { IconButton } from './IconButton.tsx';
import type { Icon } from './icon.ts';
import type { Changes } from './useLock.ts';
import { useToastLift } from './useToastLift.ts';

export interface BulkAction {
  key: string;
  label: string;
  icon?: Icon | undefined;
  danger?: boolean | undefined;
  busy?: boolean | undefined;
  reason?: string | undefined;
  /** False: it changes nothing in the account, so a role that may only read can use it. */
  changes?: Changes | undefined;
  onClick: () => void;
}
export interface BulkBarProps {
  /** "3 selected" */
  count: ReactNode;
  label: string;
  actions: readonly BulkAction[];
  closeLabel: string;
  onClose: () => void;
}

/** Dark in both themes, fixed at the bottom centre. Mount it while something is selected; destructive action last. */
export function BulkBar({ count, label, actions, closeLabel, onClose }: BulkBarProps) {
  useToastLift();
  return (
    <section className="bulk" data-theme="dark" aria-label={label}>
      <span className="bulk-count" role="status">
        {count}
      </span>
      {actions.map(({ key, label: text, icon, danger, busy, reason, changes = true, onClick }) => (
        <Button
          key={key}
          kind="ghost"
          icon={icon}
          busy={busy}
          disabled={reason !== undefined}
          reason={reason}
          changes={changes}
          data-danger={danger || undefined}
          onClick={onClick}
        >
          {text}
        </Button>
      ))}
      <IconButton icon={X} label={closeLabel} tip={false} onClick={onClose} />
    </section>
  );
}
