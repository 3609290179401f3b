import { catalogRates, type Rate, type Rates } from '../rates.ts';

/* Additional public addresses of a server. Its first IPv4 and IPv6 address are part of it and have no price. */

export const addressKinds = ['ipv4', 'ipv6'] as const;
export type AddressKind = (typeof addressKinds)[number];

/** Additional addresses per server, of both kinds together. */
export const maxAddresses = 10;

/** The rate of one. */
export const addressRate = (kind: AddressKind, { unit }: Pick<Rates, 'unit'> = catalogRates): Rate => unit[kind];
