/** Why nothing usable came back from an address that a customer named. */
export const connectionErrors = [
  'name',
  'address',
  'documentation',
  'refused',
  'unreachable',
  'timeout',
  'closed',
  'certificate',
  'tls',
  'answer',
] as const;
export type ConnectionError = (typeof connectionErrors)[number];
