/** Why there was no usable response from a customer's address. */
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
