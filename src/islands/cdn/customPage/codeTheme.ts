import { EditorView } from '@codemirror/view';

/** The theme of the editor, using the page's variables for both themes. Overrides CodeMirror's own colors. */
export const codeTheme = EditorView.theme({
  '&': { height: '100%', fontSize: '13px', color: 'var(--text)', backgroundColor: 'var(--field-fill)', borderRadius: 'inherit' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-code)', lineHeight: '1.6', overflow: 'auto' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--text)' },
  '.cm-content span': { color: 'inherit', fontWeight: 'inherit', textDecoration: 'none' },
  '.cm-gutters': { color: 'var(--text-3)', backgroundColor: 'var(--surface-2)', borderInlineEnd: '1px solid var(--border)' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
  '.cm-cursor': { borderColor: 'var(--text)' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--brand) 30%, transparent)',
  },
  '.cm-content .code-tag': { color: 'var(--brand-text)' },
  '.cm-content .code-string': { color: 'var(--success)' },
  '.cm-content .code-quiet': { color: 'var(--text-3)', fontStyle: 'italic' },
  '.cm-content .code-raw': { color: 'var(--text-2)' },
  '.cm-content .code-known': { color: 'var(--info)', fontWeight: '600' },
  '.cm-content .code-unknown': { color: 'var(--warning)', textDecoration: 'underline wavy', textUnderlineOffset: '3px' },
  '.code-line-danger': { backgroundColor: 'var(--danger-soft)', boxShadow: 'inset 3px 0 var(--danger)' },
  '.code-line-warning': { backgroundColor: 'var(--warning-soft)', boxShadow: 'inset 3px 0 var(--warning)' },
});
