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
  const [result, setResult] = useState<'' | 'done' | 'failed'>('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onClick = async () => {
    setResult((await copy(value)) ? 'done' : 'failed');
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setResult(''), 1500);
  };
  const words = result === 'done' ? copiedLabel : failedLabel;
  const icon = result === 'done' ? Check : Copy;
  const done = result === 'done' || undefined;
  return (
    <>
      {text ? (
        <Button icon={icon} size={size === 'xs' ? 'sm' : size} className={className} data-done={done} onClick={onClick}>
          {result ? words : label}
        </Button>
      ) : (
        <IconButton icon={icon} label={label} size={size} tip={!result} className={className} data-done={done} onClick={onClick} />
      )}
      <span role="status" className={result === 'failed' && !text ? 'text-help text-danger' : 'sr-only'}>
        {result && words}
      </span>
    </>
  );
}
