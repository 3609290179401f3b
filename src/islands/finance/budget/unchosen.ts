import type { CapAction } from '../../../lib/contract/finance/budget.ts';

/** An action that isn't chosen yet: the schema refuses it when the form is sent, so the type doesn't have it. */
export const unchosen = undefined as unknown as CapAction;
