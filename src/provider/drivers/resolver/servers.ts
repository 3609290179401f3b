import { getServers } from 'node:dns';
import { toServer } from '../../../lib/rules/core/dnsServer.ts';
import { closedTo, isDocumentation } from '../../../lib/rules/core/serverAddress.ts';
import type { Server } from './wire.ts';

/** The root servers of IANA's hints file (https://www.internic.net/domain/named.root), a to m. */
const iana = [
  '198.41.0.4',
  '170.247.170.2',
  '192.33.4.12',
  '199.7.91.13',
  '192.203.230.10',
  '192.5.5.241',
  '192.112.36.4',
  '198.97.190.53',
  '192.36.148.17',
  '192.58.128.30',
  '193.0.14.129',
  '199.7.83.42',
  '202.12.27.33',
];

const read = (list: readonly string[]): Server[] => list.map(toServer).filter((server) => server !== null);

/** The root servers and resolvers from the environment, else IANA's and the system's. */
export const parseRoots = (input: readonly string[]): Server[] => read(input.length > 0 ? input : iana);
export const parseResolvers = (input: readonly string[]): Server[] => read(input.length > 0 ? input : getServers());

/** A public IP address. Others belong to this machine's network, and a stranger's zone must not lead us there. */
export const isPublic = (address: string): boolean => closedTo(address) === null && !isDocumentation(address);
