import { type Ref, useDeferredValue, useId, useImperativeHandle, useMemo, useRef } from 'react';
import { useT } from '../../../lib/i18n/react.tsx';
import { checkPage } from '../../../lib/rules/cdn/customPage/check.ts';
import type { PageKind } from '../../../lib/rules/cdn/customPage/kinds.ts';
import { CodeEditor } from './CodeEditor.tsx';
import { CodeTools } from './CodeTools.tsx';
import { Findings } from './Findings.tsx';
import type { CodeHandle, EditorHandle } from './handle.ts';
import { Preview } from './Preview.tsx';

interface WorkbenchProps {
  html: string;
  kind: PageKind;
  statusCode: number | null;
  host: string;
  onChange: (html: string) => void;
  /** The template of the selected type. */
  template: () => string;
  ref: Ref<CodeHandle>;
}

/** The HTML of a page and its preview, side by side. Loaded with CodeMirror in a separate script. */
export default function Workbench({ html, kind, statusCode, host, onChange, template, ref }: WorkbenchProps) {
  const t = useT();
  const hint = useId();
  const code = useRef<EditorHandle>(null);
  const shown = useDeferredValue(html);
  const checked = useMemo(() => checkPage({ kind, html: shown }), [kind, shown]);
  const marks = useMemo(
    () => [
      ...checked.warnings.map(({ line }) => ({ line, tone: 'warning' as const })),
      ...checked.errors.map(({ line }) => ({ line, tone: 'danger' as const })),
    ],
    [checked],
  );
  useImperativeHandle(ref, () => ({
    insert: (text) => code.current?.insert(text),
    replace: (text) => code.current?.replace(text),
    goTo: (line) => code.current?.goTo(line),
    // Validation while typing is debounced.
    fault: () => checkPage({ kind, html }).errors[0] ?? null,
  }));
  return (
    <div className="grid gap-5 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <section aria-label={t('customPage:code.title')} className="grid min-w-0 content-start gap-2.5">
        <CodeTools
          html={html}
          size={checked.size}
          onInsert={(text) => code.current?.insert(text)}
          onReplace={(text) => code.current?.replace(text)}
          template={template}
        />
        <div className="overflow-hidden rounded-lg border border-border-control focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-brand">
          <CodeEditor ref={code} start={html} label={t('customPage:code.label')} describedBy={hint} marks={marks} onChange={onChange} />
        </div>
        <p id={hint} className="text-help text-text-3">
          {t('customPage:code.leave')}
        </p>
        <Findings checked={checked} onGoTo={(line) => code.current?.goTo(line)} />
      </section>
      <Preview html={shown} kind={kind} statusCode={statusCode} host={host} />
    </div>
  );
}
