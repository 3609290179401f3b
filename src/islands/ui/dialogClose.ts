import { createContext, useContext } from 'react';

/** What the close button of the dialog around a form does: it asks before it throws away what was typed. */
export const DialogClose = createContext<(() => void) | null>(null);

/** Null outside of a dialog. */
export const useDialogClose = (): (() => void) | null => useContext(DialogClose);
