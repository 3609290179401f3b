import { keyOperations, type Operation } from '../lib/contract/operations.ts';
import { commandName } from './names.ts';

/** An operation with the words that call it. */
export interface Command extends Operation {
  /** As in `domain dns create`. */
  name: string;
}

/**
 * The commands that are made from the contract. `scripts/cli.mjs` replaces this module by its value, so that the program contains
 * neither the contract nor zod.
 */
export const commands: readonly Command[] = keyOperations()
  // `nasim whoami` shows it.
  .filter(({ id }) => id !== 'apiKey.current')
  .map((operation) => ({ ...operation, name: commandName(operation) }))
  .sort((a, b) => (a.name < b.name ? -1 : 1));
