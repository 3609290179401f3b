import http from 'node:http';
import { failStart } from '../config/env.ts';
import { makeClientIp } from '../lib/node/peer.ts';
import { makeProvider } from './index.ts';
import { toNodeResponse, toRequest } from './node.ts';

// The standalone provider (`npm run provider`). A portal connects to it by PROVIDER_URL and sends the client's address in
// X-Forwarded-For, which is used if the portal is in TRUSTED_PROXIES.
const provider = await makeProvider().catch(failStart);
const { env } = provider.services;
const clientIp = makeClientIp(env.TRUSTED_PROXIES);

const server = http.createServer({ maxHeaderSize: 16 * 1024 }, (request, response) => {
  const forwarded = request.headers['x-forwarded-for'];
  const ip = clientIp(request.socket.remoteAddress ?? '', Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? null));
  void provider.answer(toRequest(request, response), { ip }).then((answer) => toNodeResponse(answer, response));
});
provider.start();
server.listen(env.PORT, env.HOST, () => {
  provider.services.log.info(`provider listens on http://${env.HOST}:${env.PORT}`);
  process.send?.({ address: `http://${env.HOST}:${env.PORT}` });
});

let stopping = false;
/** Accepted calls are answered first; then the jobs end and the store is closed. */
function stop(): void {
  if (stopping) return;
  stopping = true;
  void provider.drain();
  server.close(() => void provider.stop().then(() => process.exit(0)));
  // A keep-alive connection becomes idle only after its call was answered.
  setInterval(() => server.closeIdleConnections(), 50);
  setTimeout(() => server.closeAllConnections(), 8000);
}
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, stop);
