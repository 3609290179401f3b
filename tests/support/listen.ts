import type http from 'node:http';
import type net from 'node:net';

/** Starts a server on this machine, on a free port unless one is given. @returns the port */
export const bind = (server: net.Server, port = 0): Promise<number> =>
  new Promise((done) => server.listen(port, '127.0.0.1', () => done((server.address() as net.AddressInfo).port))); // it listens on a port

/** Ports that nothing listens on: another test's server would get one that was free a moment ago. */
export const closedPorts = [1, 2, 3] as const;

/** Ends a server and its connections. */
export const close = (server: http.Server): Promise<void> => {
  server.closeAllConnections();
  return new Promise((done) => server.close(() => done()));
};
