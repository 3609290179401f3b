import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { CopyButton, type CopyButtonProps } from './CopyButton.tsx';
import { IconButton } from './IconButton.tsx';

export interface InlineCodeProps {
  value: string;
  /** Makes the value copyable. */
  copy?: Pick<CopyButtonProps, 'label' | 'copiedLabel' | 'failedLabel'> | undefined;
  /** Masked until the eye button is pressed. */
  secret?: { showLabel: string; hideLabel: string };
}

/** A technical value in the code font on a muted background. */
export function InlineCode({ value, copy, secret }: InlineCodeProps) {
  const [shown, setShown] = useState(!secret);
  return (
    <span className="copy-code" dir="ltr" data-plain={copy || secret ? undefined : ''}>
      <code>{shown ? value : '•'.repeat(Math.min(20, value.length))}</code>
      {secret && (
        <IconButton
          icon={shown ? EyeOff : Eye}
          size="xs"
          label={shown ? secret.hideLabel : secret.showLabel}
          onClick={() => setShown(!shown)}
        />
      )}
      {copy && <CopyButton value={value} size="xs" {...copy} />}
    </span>
  );
}
