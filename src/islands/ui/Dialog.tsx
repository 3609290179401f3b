import type { ReactNode } from 'react';
import type { Icon, Tone } from './icon.ts';
import { onDemand } from './onDemand.tsx';

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  closeLabel: string;
  /** One sentence under the title. */
  description?: ReactNode;
  icon?: Icon | undefined;
  tone?: Tone | undefined;
  size?: 'standard' | 'large' | undefined;
  children?: ReactNode;
  /** Buttons: cancel first, action last. */
  footer?: ReactNode;
  /** Muted text at the start of the footer. */
  note?: ReactNode;
  /** With unsaved input: Escape, scrim and close button show `discard` in the footer once instead of closing. */
  dirty?: boolean | undefined;
  /** Replaces the footer when a dirty dialog is about to close. Both buttons come from the caller. */
  discard?: ((keep: () => void, close: () => void) => ReactNode) | undefined;
  /** Small questions stay a centred box on small screens (at most 406 px on phones). */
  centred?: boolean | undefined;
  className?: string | undefined;
}

/**
 * A question or a form over the page; a bottom sheet at 1190 px or less. Focus goes to `[data-autofocus]`, else to the dialog, and
 * returns to the opener. Confirm and delete dialogs are built on it.
 */
export const Dialog = onDemand<DialogProps>((parts) => parts.Dialog);
