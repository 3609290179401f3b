import type { ReactNode } from 'react';
import type { Icon } from './icon.ts';
import type { Changes } from './useLock.ts';

export interface MenuItem {
  key: string;
  label: string;
  icon?: Icon | undefined;
  kbd?: string | undefined;
  description?: ReactNode;
  /** Muted text at the end. */
  end?: ReactNode;
  /** Last, red, with an ellipsis if a dialog follows. */
  danger?: boolean | undefined;
  /** Whether it changes something in the account at once, so that a role that may only read can't use it. Default: destructive ones. */
  changes?: Changes | undefined;
  /** Why it is disabled. It stays visible. */
  reason?: string | undefined;
  /** Makes it one of several choices with a tick. */
  checked?: boolean | undefined;
  onSelect?: (() => void) | undefined;
  href?: string | undefined;
  /** Starts a group: a divider, and an optional heading. */
  group?: string | true | undefined;
}
