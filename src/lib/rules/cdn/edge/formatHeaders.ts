import type { HeaderChange } from './config.ts';

/** Tells a list of changes from other values of settings. */
export const isHeaderList = (value: object): value is readonly HeaderChange[] => Array.isArray(value);

/** A change in one line: `Name: value` is set, `+Name: value` added, `-Name` removed. */
export const formatHeaderChange = ({ action, name, value = '' }: HeaderChange): string =>
  action === 'remove' ? `-${name}` : `${action === 'add' ? '+' : ''}${name}: ${value}`;
