import { html } from '@codemirror/lang-html';
import { EditorSelection, type Extension, Prec, type Range, StateEffect, StateField } from '@codemirror/state';
import {
  type Command,
  Decoration,
  type DecorationSet,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { minimalSetup } from 'codemirror';
import { readTokens } from '../../../lib/rules/cdn/customPage/tags.ts';
import { readVariables } from '../../../lib/rules/cdn/customPage/variables.ts';
import { codeTheme } from './codeTheme.ts';

/** Lines to mark, counted from 1. */
export interface MarkedRow {
  line: number;
  tone: 'danger' | 'warning';
}
export const markRows = StateEffect.define<readonly MarkedRow[]>();

const marked = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, { changes, effects, state }) {
    let next = marks.map(changes);
    for (const effect of effects)
      if (effect.is(markRows))
        next = Decoration.set(
          effect.value
            .filter(({ line }) => line > 0 && line <= state.doc.lines)
            .map(({ line, tone }) => Decoration.line({ class: `code-line-${tone}` }).range(state.doc.line(line).from)),
          true,
        );
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const mark = Object.fromEntries(
  ['tag', 'string', 'quiet', 'raw', 'known', 'unknown'].map((name) => [name, Decoration.mark({ class: `code-${name}` })]),
) as Record<'tag' | 'string' | 'quiet' | 'raw' | 'known' | 'unknown', Decoration>; // the names of the list

/**
 * Highlights with the tokenizer that also validates the page, through classes that work in both themes: CodeMirror's highlighter
 * would insert the colors of one theme.
 */
function paint({ state, visibleRanges }: EditorView): DecorationSet {
  const text = state.doc.toString();
  const ranges: Range<Decoration>[] = [];
  const isVisible = (from: number, to: number) => from < to && visibleRanges.some((range) => from < range.to && to > range.from);
  const add = (name: keyof typeof mark, from: number, to: number) => {
    if (isVisible(from, to)) ranges.push(mark[name].range(from, to));
  };
  for (const token of readTokens(text)) {
    const { from, to, kind } = token;
    add(kind === 'comment' ? 'quiet' : 'tag', from, to);
    if (kind !== 'start') continue;
    if (isVisible(from, to))
      for (const found of text.slice(from, to).matchAll(/"[^"]*"|'[^']*'/g))
        add('string', from + found.index, from + found.index + found[0].length);
    if (token.raw && token.name !== 'title') add('raw', token.raw.from, token.raw.to);
  }
  for (const { from, to, known } of readVariables(text)) add(known ? 'known' : 'unknown', from, to);
  return Decoration.set(ranges, true);
}
const colorPreview = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = paint(view);
    }
    update({ docChanged, viewportChanged, view }: ViewUpdate) {
      if (docChanged || viewportChanged) this.decorations = paint(view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

/** Inserts two spaces at the cursor, or before every selected line. */
const indent: Command = ({ state, dispatch }) => {
  const isOneLine = (from: number, to: number) => state.doc.lineAt(from).number === state.doc.lineAt(to).number;
  const { main } = state.selection;
  if (isOneLine(main.from, main.to))
    dispatch(state.update(state.replaceSelection('  '), { userEvent: 'input.indent', scrollIntoView: true }));
  else dispatch(state.update({ changes: rowStarts(state, (line) => ({ from: line.from, insert: '  ' })), userEvent: 'input.indent' }));
  return true;
};
const outdent: Command = ({ state, dispatch }) => {
  const changes = rowStarts(state, (line) => ({ from: line.from, to: line.from + (/^( {1,2}|\t)/.exec(line.text)?.[0].length ?? 0) }));
  dispatch(state.update({ changes, userEvent: 'delete.dedent' }));
  return true;
};
function rowStarts<T>({ doc, selection: { main } }: EditorView['state'], change: (line: { from: number; text: string }) => T): T[] {
  const last = doc.lineAt(main.to).number;
  return Array.from({ length: last - doc.lineAt(main.from).number + 1 }, (_, i) => change(doc.line(last - i))).reverse();
}

/** Milliseconds during which Tab leaves the editor. */
const LEAVING = 2000;
/** CodeMirror's own Escape would only clear a selection. */
const allowTabOut: Command = (view) => {
  view.setTabFocusMode(LEAVING);
  return false;
};

interface CodeOptions {
  label: string;
  describedBy: string;
  onChange: (text: string) => void;
}

/** The editor's behavior. Escape, then Tab, leaves it. */
export const codeExtensions = ({ label, describedBy, onChange }: CodeOptions): Extension[] => [
  Prec.highest(colorPreview),
  Prec.high(
    keymap.of([
      { key: 'Tab', run: indent, shift: outdent },
      { key: 'Escape', run: allowTabOut },
    ]),
  ),
  minimalSetup,
  lineNumbers(),
  highlightActiveLine(),
  EditorView.lineWrapping,
  html(),
  marked,
  codeTheme,
  // Scrollable regions must be focusable; being editable isn't enough for all assistive technology.
  EditorView.contentAttributes.of({ tabindex: '0', 'aria-label': label, 'aria-describedby': describedBy, dir: 'ltr', spellcheck: 'false' }),
  EditorView.updateListener.of(({ docChanged, state }) => docChanged && onChange(state.doc.toString())),
];

/** Replaces everything, in one undoable step. */
export const replaceAll = ({ state }: EditorView, text: string) =>
  state.update({ changes: { from: 0, to: state.doc.length, insert: text }, selection: EditorSelection.cursor(0), scrollIntoView: true });
