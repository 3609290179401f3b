import '../lib/node/loadBrand.ts';
import http from 'node:http';
import { failStart, readEnv, StartError } from '../config/env.ts';
import { makeCallMetrics } from '../lib/node/callMetrics.ts';
import { Metrics } from '../lib/node/metrics.ts';
import { startMonitor } from '../lib/node/monitor.ts';
import { makeClientIp, makeIsTrusted } from '../lib/node/peer.ts';
import { readRequestId } from '../lib/rules/core/requestId.ts';
import { makeProvider } from './index.ts';
import { toNodeResponse, toRequest } from './node.ts';

// The standalone provider (`npm run provider`). A portal connects to it by PROVIDER_URL and sends the client's address in
// X-Forwarded-For, and the ID of the request, which are used if the portal is in TRUSTED_PROXIES.
const metrics = new Metrics();
const env = await Promise.resolve()
  .then(() => readEnv())
  .catch(failStart);
if ((env.PORTAL_WORKERS ?? 1) > 1) failStart(new StartError('PORTAL_WORKERS: npm run provider is one process. Start it once for each.'));
const provider = await makeProvider({ env, metrics }).catch(failStart);
const clientIp = makeClientIp(env.TRUSTED_PROXIES);
const isTrusted = makeIsTrusted(env.TRUSTED_PROXIES);
const recordCall = makeCallMetrics(metrics);
const monitor = await startMonitor({
  env,
  variable: 'METRICS_PORT',
  metrics,
  checks: { started: () => server.listening, ...provider.checks },
}).catch(failStart);

const server = http.createServer({ maxHeaderSize: 16 * 1024 }, async (request, response) => {
  const began = performance.now();
  const forwarded = request.headers['x-forwarded-for'];
  const peer = request.socket.remoteAddress ?? '';
  const ip = clientIp(peer, Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? null));
  const requestId = isTrusted(peer) ? readRequestId(request.headers['x-request-id']?.toString()) : null;
  const converted = toRequest(request, response);
  const answer = await provider.answer(converted, { ip, ...(requestId && { requestId }) });
  recordCall(provider.nameOf(converted), answer.status, (performance.now() - began) / 1000);
  await toNodeResponse(answer, response);
});
provider.start();
server.listen(env.PORT, env.HOST, () => {
  const { log } = provider.services;
  log.info(`provider listens on http://${env.HOST}:${env.PORT}`);
  if (monitor.address) log.info({ address: monitor.address }, 'monitor started');
  process.send?.({ address: `http://${env.HOST}:${env.PORT}` });
});

let stopping = false;
/** Accepted calls are answered first; then the jobs end and the store is closed. */
function stop(): void {
  if (stopping) return;
  stopping = true;
  monitor.drain();
  void provider.drain();
  server.close(
    () =>
      void provider
        .stop()
        .then(monitor.stop)
        .then(() => process.exit(0)),
  );
  // A keep-alive connection becomes idle only after its call was answered.
  setInterval(() => server.closeIdleConnections(), 50);
  setTimeout(() => server.closeAllConnections(), 8000);
}
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, stop);
