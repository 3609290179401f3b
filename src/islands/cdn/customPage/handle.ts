import type { Finding } from '../../../lib/rules/cdn/customPage/check.ts';

/** What can be done with the editor from outside. */
export interface EditorHandle {
  /** At the cursor, in the place of what is selected. */
  insert(text: string): void;
  replace(text: string): void;
  /** Puts the cursor and the focus into a line, counted from 1. */
  goTo(line: number): void;
}

/** What the form does with the workbench, which comes in a script of its own. */
export interface CodeHandle extends EditorHandle {
  /** What stands in the way of saving, first; null: nothing. */
  fault(): Finding | null;
}
