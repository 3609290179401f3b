import { Check, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from './Button.tsx';
import { IconButton } from './IconButton.tsx';

export interface CopyButtonProps {
  value: string;
  /** Name of the button: "Copy". */
  label: string;
  /** Announced and shown afterward. */
  copiedLabel: string;
  failedLabel: string;
  /** Shows its label as text, not only the icon. */
  text?: boolean | undefined;
  size?: 'xs' | 'sm' | 'md' | undefined;
  className?: string | undefined;
}

/** Also works without https (through a selection). */
export async function copy(value: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = value;
    area.style.cssText = 'position:fixed;opacity:0';
    document.body.append(area);
    area.select();
    // The only way on plain http, deprecated but without a successor.
    const done = document.execCommand?.('copy') ?? false;
    area.remove();
    return done;
  }
}

/** Copies a value; shows a tick for 1.5 s and announces it in a live region. A failure is shown in words: in the button, or beside its icon. */
export function CopyButton({ value, label, copiedLabel, failedLabel, text, size = 'sm', className }: CopyButtonProps) {
  const [said, setSaid] = useState<'' | 'done' | 'failed'>('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onClick = async () => {
    setSaid((await copy(value)) ? 'done' : 'failed');
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setSaid(''), 1500);
  };
  const words = said === 'done' ? copiedLabel : failedLabel;
  const icon = said === 'done' ? Check : Copy;
  const done = said === 'done' || undefined;
  return (
    <>
      {text ? (
        <Button icon={icon} size={size === 'xs' ? 'sm' : size} className={className} data-done={done} onClick={onClick}>
          {said ? words : label}
        </Button>
      ) : (
        <IconButton icon={icon} label={label} size={size} tip={!said} className={className} data-done={done} onClick={onClick} />
      )}
      <span role="status" className={said === 'failed' && !text ? 'text-help text-danger' : 'sr-only'}>
        {said && words}
      </span>
    </>
  );
}
