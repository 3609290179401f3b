import { createContext, useContext } from 'react';

/** The action of the close button of the dialog around a form: asks before it discards input. */
export const DialogClose = createContext<(() => void) | null>(null);

/** Null outside a dialog. */
export const useDialogClose = (): (() => void) | null => useContext(DialogClose);
