import { FileUp } from 'lucide-react';
import { type ComponentPropsWithRef, type ReactNode, useRef, useState } from 'react';
import { formatBytes } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { toPem } from '../../../lib/rules/cdn/ssl/pem.ts';
import { Field } from '../../ui/Field.tsx';
import { Textarea } from '../../ui/Textarea.tsx';

/** The maximum length of the call's field. */
const maxBytes = 100_000;

interface PemFieldProps {
  label: string;
  help: string;
  error: ReactNode;
  optional?: boolean;
  /** The button that fixes the error. */
  repair?: ReactNode;
  rows: number;
  /** The type assumed for a binary file. */
  label64: 'CERTIFICATE' | 'PRIVATE KEY';
  onText: (text: string) => void;
  input: ComponentPropsWithRef<'textarea'>;
}

/** A PEM text, pasted, typed, or from a selected or dropped file. A DER file is converted to PEM. */
export function PemField({ label, help, error, optional, repair, rows, label64, onText, input }: PemFieldProps) {
  const t = useT();
  const file = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const readFile = async (chosen: File | undefined) => {
    if (!chosen) return;
    if (chosen.size > maxBytes) return setRefused(t('ssl:form.fileTooLarge', { size: formatBytes(maxBytes, currentLocale()) }));
    setRefused(null);
    const bytes = new Uint8Array(await chosen.arrayBuffer());
    const text = new TextDecoder().decode(bytes);
    // DER begins with a sequence (X.690).
    onText(bytes[0] === 0x30 && !text.includes('-----BEGIN') ? toPem(label64, bytes) : text);
  };
  return (
    <div className="grid gap-2">
      <Field
        label={label}
        help={help}
        error={refused ?? error}
        optional={optional ? t('common:optional') : undefined}
        end={
          <button type="button" className="link inline-flex items-center gap-1.5" onClick={() => file.current?.click()}>
            <FileUp aria-hidden className="size-4" />
            {t('ssl:form.choose')}
            <span className="sr-only">: {label}</span>
          </button>
        }
      >
        <Textarea
          mono
          rows={rows}
          autoComplete="off"
          autoCapitalize="none"
          {...input}
          className={over ? 'ring-2 ring-brand' : undefined}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            setOver(false);
            if (event.dataTransfer.files.length === 0) return;
            event.preventDefault();
            void readFile(event.dataTransfer.files[0]);
          }}
        />
      </Field>
      <input
        ref={file}
        type="file"
        hidden
        accept=".pem,.crt,.cer,.der,.key,.txt,.ca-bundle"
        onChange={(event) => {
          void readFile(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      {repair}
    </div>
  );
}
