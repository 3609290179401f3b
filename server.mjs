// The portal: security headers → calls → static files (precompressed) → Astro. Run with Node 24 (`npm start` does).
import './src/lib/node/loadBrand.ts';
import cluster from 'node:cluster';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { fileURLToPath } from 'node:url';
import zlib from 'node:zlib';
import compression from 'compression';
import sirv from 'sirv';
import { makeBrandFiles } from './src/adapter/brandFiles.ts';
import { makeFront } from './src/adapter/front.ts';
import { isCall } from './src/adapter/incoming.ts';
import { PublicPages } from './src/adapter/publicPages.ts';
import { failStart, publicOrigin, readEnv } from './src/config/env.ts';
import { canonicalPath, readTarget } from './src/lib/rules/core/requestPath.ts';

// React's server renderer and other packages select their production build by this when they are loaded.
process.env.NODE_ENV ??= 'production';
const { connectWorker, runWorkers, workerCount } = await import('./src/portalWorkers.ts');

/** Says that the portal accepts connections, to the script that started it or to the terminal. */
function announce(address, { demo, PROVIDER_URL }) {
  if (process.send) process.send({ address, demo: demo && !PROVIDER_URL });
  else console.log(`Nasim is running at ${address}`);
}

if (!cluster.isWorker) {
  const env = await Promise.resolve()
    .then(() => readEnv())
    .catch(failStart);
  const count = await Promise.resolve(env).then(workerCount).catch(failStart);
  if (count > 1) {
    await runWorkers(env, count, new URL(import.meta.url), (address) => announce(address, env)).catch(failStart);
    // The workers run the rest of this file.
    await new Promise(() => {});
  }
}
const { boot } = await import('./src/boot.ts');
const { superviseEdge } = await import('./src/edgeProcess.ts');
const { superviseCompute } = await import('./src/computeProcess.ts');
const portal = await boot().catch(failStart);
portal.imports = built('imports.json');
const { handler: astro } = await import('./dist/server/entry.mjs');
const { PORT, HOST, ORIGIN } = portal.env;
const frontFault = makeFront(portal.env);

/** Data that the build stored beside the pages. */
function built(name) {
  return JSON.parse(readFileSync(new URL(`./dist/${name}`, import.meta.url), 'utf8'));
}
const folder = (name) => fileURLToPath(new URL(`./dist/${name}/`, import.meta.url));
const pages = new PublicPages(folder('pages'), publicOrigin(portal.env), portal.currentValues);
const brandFiles = makeBrandFiles();
const security = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  ...(ORIGIN?.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
};
/** Policy of everything that isn't a page: nothing may run or load from it. */
const lockedPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
/** Policies of prerendered pages, with the hashes of their scripts; scripts/build.mjs collects them. */
const policies = built('policies.json');
const cachePolicy = (path) => policies[path.replace(/(index)?\.html$/, '').replace(/(.)\/$/, '$1')];

const assets = sirv(folder('client'), {
  etag: true,
  gzip: true,
  brotli: true,
  dotfiles: false,
  setHeaders(response, path) {
    // WebAssembly only runs in the worker; the page that loads it keeps its own policy.
    if (path === '/pagefind/pagefind-worker.js')
      response.setHeader('content-security-policy', "default-src 'none'; script-src 'wasm-unsafe-eval'; connect-src 'self'");
    // Files with a content hash in their name.
    if (/^\/(_astro|pagefind\/(index|fragment))\//.test(path)) response.setHeader('cache-control', 'public, max-age=31536000, immutable');
    else response.setHeader('cache-control', 'public, max-age=3600');
    // Other sites show it beside a link to the page.
    if (path.startsWith('/og/')) response.setHeader('cross-origin-resource-policy', 'cross-origin');
    // An SVG is only an image here; opened directly it can't run anything.
    if (path.endsWith('.svg'))
      response.setHeader('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'");
  },
});
const compress = compression({
  threshold: 1024,
  // Compression would buffer an event stream.
  filter: (request, response) =>
    !String(response.getHeader('content-type')).startsWith('text/event-stream') && compression.filter(request, response),
  brotli: { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } },
});

const refuse = (response, status, message) => {
  response.statusCode = status;
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.setHeader('content-security-policy', lockedPolicy);
  response.end(JSON.stringify({ code: 'error:malformed', message }));
};

/** Methods of a page. Mail services post to the unsubscribe link of an email, without a cookie or `Origin` (RFC 8058); other pages are only read. */
const allowedMethods = (path) => (path === '/public/unsubscribe' ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD']);

/** The prerendered error page, in the language of the address, else the saved one. */
function errorPage(request, response, status) {
  const wanted =
    /^\/(fa|ar|es)(\/|$)/.exec(request.url)?.[1] ?? /(?:^|; ?)nasim_locale=(fa|ar|es)(?:;|$)/.exec(request.headers.cookie ?? '')?.[1];
  const path = wanted ? `/${wanted}/${status}` : `/${status}`;
  const file = pages.find(path);
  response.statusCode = status;
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.setHeader('cache-control', 'no-store');
  response.setHeader('content-security-policy', cachePolicy(path));
  pages.read(file).then((html) => response.end(html), failOf(response));
}

/** A page of the build, or a text of the site. */
function publicPage(file, path, request, response) {
  response.setHeader('content-security-policy', cachePolicy(path) ?? lockedPolicy);
  response.setHeader('cache-control', `public, ${file.endsWith('.html') ? 'max-age=0, must-revalidate' : 'max-age=3600'}`);
  pages.send(file, request, response).catch(failOf(response));
}
/** A file of the brand, with its hash in the name, or an icon of its logo. Other sites may show it, as the images of pages. */
async function sendBrandFile(file, path, request, response) {
  const { body, type } = await file();
  response.setHeader('content-type', type);
  response.setHeader('content-length', body.length);
  response.setHeader('cache-control', `public, max-age=${path.startsWith('/brand/') ? '31536000, immutable' : '3600'}`);
  response.setHeader('cross-origin-resource-policy', 'cross-origin');
  response.setHeader('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'");
  response.end(request.method === 'HEAD' ? undefined : body);
}
/** Ends a response whose file can’t be read. */
const failOf = (response) => (error) => {
  portal.log.error({ err: error }, 'page of the build could not be read');
  response.destroy();
};

// A proxy in front keeps connections for a minute: one that this side closes first could take a request with it.
const times = { requestTimeout: 300_000, headersTimeout: 20_000, keepAliveTimeout: 75_000 };
const server = http.createServer({ maxHeaderSize: 16 * 1024, ...times }, (request, response) => {
  for (const name in security) response.setHeader(name, security[name]);
  const fault = frontFault({ headers: request.headers, peer: request.socket.remoteAddress ?? '' });
  if (fault !== null) return refuse(response, 421, fault);
  if ((request.url?.length ?? 0) > 8192) return refuse(response, 414, 'The address is too long.');
  // One form of each address, before anything is decided by it.
  const target = readTarget(request.url ?? '/');
  const path = target && canonicalPath(target.path);
  if (path === null) return refuse(response, 400, 'The address could not be read.');
  const url = path + target.query;
  const toCall = isCall(url);
  // A call has one address: another way to write it is not found, instead of reaching the pages, which read addresses leniently.
  request.url = toCall && url !== request.url ? '/api' : url;
  if (toCall) {
    response.setHeader('content-security-policy', lockedPolicy);
    return compress(request, response, () => void portal.api(request, response));
  }
  const methods = allowedMethods(path);
  if (!methods.includes(request.method ?? '')) {
    response.setHeader('allow', methods.join(', '));
    return refuse(response, 405, 'This method is not allowed.');
  }
  try {
    decodeURIComponent(path);
  } catch {
    return refuse(response, 400, 'The address could not be read.');
  }
  // Opening an error page directly also returns its status.
  const error = /^(?:\/(?:fa|ar|es))?\/(404|500)(?:\.html|\/)?(?:\?|$)/.exec(url)?.[1];
  if (error) return errorPage(request, response, Number(error));
  const file = brandFiles(path);
  if (file) return void sendBrandFile(file, path, request, response).catch(failOf(response));
  const page = pages.find(path);
  if (page) return publicPage(page, path, request, response);
  assets(request, response, () => {
    // A page has its own policy; this is for Astro's other responses.
    response.setHeader('content-security-policy', cachePolicy('/500'));
    compress(request, response, () => {
      // A visitor who has left has no address any more, which Astro would report as an error with its stack, once per request.
      if (!request.socket.remoteAddress) {
        portal.log.debug({ path: url.slice(0, 200) }, 'visitor left before the page was rendered');
        return void response.destroy();
      }
      // Astro never sees the Host header of the client: addresses in pages come from ORIGIN.
      const locals = { host: request.headers.host ?? '' };
      request.headers.host = 'portal';
      void astro(request, response, (error) => errorPage(request, response, error ? 500 : 404), locals);
    });
  });
});
server.on('upgrade', (request, socket, head) => {
  if (frontFault({ headers: request.headers, peer: socket.remoteAddress ?? '' }) !== null)
    return void socket.end('HTTP/1.1 421 Misdirected Request\r\nconnection: close\r\n\r\n');
  portal.upgrade(request, socket, head);
});
server.on('clientError', (error, socket) => {
  if (!socket.writable) return;
  // A browser repeats a request on another connection after this, but only without a body (RFC 9110, section 15.5.9).
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return void socket.end('HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n{"code":"error:malformed","message":"The request could not be read."}`,
  );
});

server.once('error', (error) => {
  console.error(error.code === 'EADDRINUSE' ? `Port ${PORT} of ${HOST} is in use. Choose another one with PORT.` : error);
  process.exit(1);
});
const warn = (message) => portal.log.warn(message);
portal.start();
const main = cluster.isWorker ? connectWorker(portal, stop) : null;
const compute = portal.hasLocalCompute && !main ? superviseCompute(portal.env, warn) : null;
let edge;
server.listen(PORT, HOST, () => {
  // `0.0.0.0` can't be opened in a browser.
  const host = HOST === '0.0.0.0' || HOST === '::' ? 'localhost' : HOST.includes(':') ? `[${HOST}]` : HOST;
  const address = ORIGIN ?? `http://${host}:${server.address().port}`;
  // With several workers, their main process has the edge, and says where the portal is.
  if (main) return main.notify('listening', { port: server.address().port, address });
  if (portal.edge) {
    const { keys, local } = portal.edge;
    edge = superviseEdge({
      env: portal.env,
      keys,
      port: server.address().port,
      onListening: (at) => Object.assign(local, at),
      warn,
    });
  }
  portal.log.info({ address }, 'portal started');
  announce(address, portal.env);
});

let stopping = false;
/** Accepted calls are completed; then the jobs end and the store is closed. */
function stop() {
  if (stopping) return;
  stopping = true;
  portal.log.info('portal stops');
  portal.drain();
  const edgeStopped = edge?.stop();
  server.close(() => void Promise.all([portal.stop(), edgeStopped, compute?.stop()]).then(() => process.exit(0)));
  // A keep-alive connection only becomes idle after its response.
  setInterval(() => server.closeIdleConnections(), 50);
  setTimeout(() => server.closeAllConnections(), 8000);
}
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, stop);
