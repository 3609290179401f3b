import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { cx } from './cx.ts';
import { IconButton } from './IconButton.tsx';
import type { Icon, Tone } from './icon.ts';
import { Overlay } from './Overlay.tsx';
import { useDragDown } from './useDragDown.ts';

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
  /** Quiet text at the start of the footer. */
  note?: ReactNode;
  /** With unsaved input: Escape, scrim and close do not close, but show `discard` in the footer once. */
  dirty?: boolean | undefined;
  /** What is shown in place of the footer when a dirty dialog is about to close. Both buttons are the caller's. */
  discard?: ((keep: () => void, close: () => void) => ReactNode) | undefined;
  /** Small questions stay a centred box on small screens (at most 406 px on phones). */
  centred?: boolean | undefined;
  className?: string | undefined;
}

/**
 * A question or a form over the page. Focus goes to `[data-autofocus]`, else to the dialog, and returns to the opener.
 * Confirm and delete dialogs are made of this part (ui/guide.md section 4).
 */
export function Dialog(props: DialogProps) {
  const {
    open,
    onClose,
    title,
    closeLabel,
    description,
    icon: Icon,
    tone,
    size,
    children,
    footer,
    note,
    dirty,
    discard,
    centred,
    className,
  } = props;
  const id = useId();
  const [asking, setAsking] = useState(false);
  useEffect(() => {
    if (!open || !dirty) setAsking(false);
  }, [open, dirty]);
  const tryClose = () => (dirty ? setAsking(true) : onClose());
  const grip = useDragDown(tryClose);
  return (
    <Overlay open={open} onDismiss={tryClose} className={cx('layer-center', !centred && 'layer-adapt')}>
      <div
        role="dialog"
        aria-modal="true"
        aria-labelledby={`${id}t`}
        aria-describedby={description ? `${id}d` : undefined}
        tabIndex={-1}
        className={cx('panel dialog', size === 'large' && 'dialog-large', className)}
      >
        {!centred && <div className="grip" {...grip} aria-hidden />}
        <header className="dialog-head">
          {Icon && (
            <span className="dialog-tile" data-tone={tone}>
              <Icon aria-hidden />
            </span>
          )}
          <div className="dialog-title">
            <h2 id={`${id}t`}>{title}</h2>
            {description && <p id={`${id}d`}>{description}</p>}
          </div>
          <IconButton icon={X} label={closeLabel} tip={false} onClick={tryClose} />
        </header>
        {children && <div className="dialog-body">{children}</div>}
        {asking && discard ? (
          <footer className="dialog-foot" role="alert">
            {discard(() => setAsking(false), onClose)}
          </footer>
        ) : (
          (footer || note) && (
            <footer className="dialog-foot">
              {note && <span className="dialog-note">{note}</span>}
              {footer}
            </footer>
          )
        )}
      </div>
    </Overlay>
  );
}
