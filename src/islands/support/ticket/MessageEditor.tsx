import { useEffect, useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { useT } from '../../../lib/i18n/react.tsx';
import { Field } from '../../ui/Field.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import { Html } from './Html.tsx';

interface MessageEditorProps {
  label: string;
  /** Of the form. */
  field: UseFormRegisterReturn;
  value: string;
  error: string | undefined;
  help: string;
  rows: number;
}

/** A Markdown message with a preview. */
export function MessageEditor({ label, field, value, error, help, rows }: MessageEditorProps) {
  const t = useT();
  const [mode, setMode] = useState<'write' | 'preview'>('write');
  return (
    <div className="grid gap-2">
      <Field label={label} help={help} error={error}>
        {mode === 'write' ? <Textarea {...field} rows={rows} dir="auto" grow /> : <Preview text={value} />}
      </Field>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Segmented
          size="sm"
          label={t('ticket:editor.mode')}
          value={mode}
          onChange={setMode}
          segments={[
            { value: 'write', label: t('ticket:editor.write') },
            { value: 'preview', label: t('ticket:editor.preview') },
          ]}
        />
        <span className="text-caption text-text-3">{t('ticket:editor.help')}</span>
      </div>
    </div>
  );
}

/** Rendered by the same function as in the provider; loaded with the first preview. */
function Preview({ text }: { text: string }) {
  const t = useT();
  const [html, setHtml] = useState<string | null>(null);
  useEffect(() => {
    let gone = false;
    void import('../../../lib/rules/core/markdown.ts').then(({ renderMarkdown }) => gone || setHtml(renderMarkdown(text)));
    return () => {
      gone = true;
    };
  }, [text]);
  return (
    <div className="min-h-[120px] rounded-lg border border-border px-3.5 py-2.5" aria-busy={html === null || undefined}>
      {text.trim() === '' ? <p className="text-ui text-text-3">{t('ticket:editor.empty')}</p> : html !== null && <Html html={html} />}
    </div>
  );
}
