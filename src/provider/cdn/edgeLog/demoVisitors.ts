import https from 'node:https';
import { demo } from '../../../lib/contract/fields.ts';
import type { Services } from '../../core/services.ts';
import { domainForJob } from '../../db/owned.ts';

/** About twenty requests a minute: visible in the live report, and no load. */
const PAUSE_MS = 3_000;
const TIMEOUT_MS = 5_000;
const paths = ['/', '/products', '/assets/app.css', '/assets/app.js', '/products', '/images/hero.webp', '/', '/contact'];
const agents = ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Nasim-Demo-Visitor/1.0'];

/**
 * Visitors of the demo domain: real requests through the edge beside the portal, from several addresses of this machine, as long as the
 * demo runs. @returns ends it
 */
export function sendDemoVisitors({ env, localEdge, store, log }: Services): () => void {
  if (!env.demo || !env.DEMO_TRAFFIC || env.EDGE_DRIVER !== 'node') return () => {};
  let count = 0;
  const timer = setInterval(() => {
    const { secure } = localEdge;
    if (secure) visit(secure, count++).catch((error: unknown) => log.debug({ err: error }, 'demo traffic received no response'));
  }, PAUSE_MS).unref();

  async function visit(edge: string, n: number): Promise<void> {
    const domain = await domainForJob(store.reader, demo.domainId);
    if (domain?.status !== 'active') return;
    const { hostname, port } = new URL(edge);
    await new Promise<void>((done, fail) => {
      const request = https.get({
        host: hostname,
        port,
        path: paths[n % paths.length],
        servername: domain.name,
        headers: { host: domain.name, 'user-agent': agents[n % agents.length] },
        // Systems other than Linux have only 127.0.0.1.
        ...(hostname === '127.0.0.1' && process.platform === 'linux' && { localAddress: `127.0.0.${20 + (n % 9)}` }),
        // The demo domain’s certificate is one of its own.
        rejectUnauthorized: false,
        agent: false,
        timeout: TIMEOUT_MS,
      });
      request.once('timeout', () => request.destroy(new Error('timeout')));
      request.once('error', fail);
      request.once('response', (response) => response.resume().once('end', done));
    });
  }
  return () => clearInterval(timer);
}
