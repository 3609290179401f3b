import { onDemand } from './onDemand.tsx';
import type { DialogProps } from './overlay/Dialog.tsx';

/**
 * A question or a form over the page; a bottom sheet at 1190 px or less. Focus goes to `[data-autofocus]`, else to the dialog, and
 * returns to the opener. Confirm and delete dialogs are built on it.
 */
export const Dialog = onDemand<DialogProps>((parts) => parts.Dialog);
