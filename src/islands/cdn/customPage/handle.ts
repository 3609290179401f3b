import type { Finding } from '../../../lib/rules/cdn/customPage/check.ts';

/** The editor's methods for other components. */
export interface EditorHandle {
  /** Inserts at the cursor, replacing the selection. */
  insert(text: string): void;
  replace(text: string): void;
  /** Moves cursor and focus to a line, counted from 1. */
  goTo(line: number): void;
}

/** The workbench's methods for the form; it is loaded in a separate script. */
export interface CodeHandle extends EditorHandle {
  /** The first error that blocks saving; null: none. */
  fault(): Finding | null;
}
