import { EditorSelection } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react';
import { codeExtensions, type MarkedRow, markRows, replaceAll } from './code.ts';
import type { EditorHandle } from './handle.ts';

interface CodeEditorProps {
  /** The initial text; later changes use the handle. */
  start: string;
  label: string;
  /** The ID of the sentence that explains how to leave the editor. */
  describedBy: string;
  marks: readonly MarkedRow[];
  onChange: (text: string) => void;
  ref: Ref<EditorHandle>;
}

/** CodeMirror with line numbers. Code runs left to right in every language. */
export function CodeEditor({ start, label, describedBy, marks, onChange, ref }: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const changed = useEffectEvent(onChange);
  const begin = useEffectEvent((parent: HTMLElement) => {
    const extensions = codeExtensions({ label, describedBy, onChange: (text) => changed(text) });
    return new EditorView({ parent, doc: start, extensions });
  });
  useEffect(() => {
    if (!host.current) return;
    const made = begin(host.current);
    view.current = made;
    return () => made.destroy();
  }, []);
  useEffect(() => view.current?.dispatch({ effects: markRows.of(marks) }), [marks]);
  useImperativeHandle(ref, () => ({
    insert(text) {
      view.current?.dispatch(view.current.state.replaceSelection(text));
      view.current?.focus();
    },
    replace(text) {
      if (view.current) view.current.dispatch(replaceAll(view.current, text));
    },
    goTo(line) {
      if (!view.current) return;
      const { doc } = view.current.state;
      const { from } = doc.line(Math.min(Math.max(line, 1), doc.lines));
      view.current.dispatch({ selection: EditorSelection.cursor(from), effects: EditorView.scrollIntoView(from, { y: 'center' }) });
      view.current.focus();
    },
  }));
  return <div ref={host} dir="ltr" className="h-[420px] lg:h-[560px]" />;
}
