// The portal: security headers → calls → static files (precompressed) → Astro. Run with Node 24 (`npm start` does).
import { existsSync, readFileSync } from 'node:fs';
import http from 'node:http';
import { fileURLToPath } from 'node:url';
import zlib from 'node:zlib';
import compression from 'compression';
import sirv from 'sirv';

// React's server renderer and others choose their fast build by this, before they are loaded.
process.env.NODE_ENV ??= 'production';
const { boot } = await import('./src/boot.ts');
const portal = await boot();
const { handler: astro } = await import('./dist/server/entry.mjs');
const { PORT, HOST, ORIGIN } = portal.env;

const client = fileURLToPath(new URL('./dist/client/', import.meta.url));
const security = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  ...(ORIGIN?.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
};
/** Policy of everything that is not a page: nothing may run or load from it. */
const lockedPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
/** Policies of prerendered pages, with the hashes of their scripts; scripts/build.mjs collects them. */
const policyFile = new URL('./dist/policies.json', import.meta.url);
const policies = existsSync(policyFile) ? JSON.parse(readFileSync(policyFile, 'utf8')) : {};

const assets = sirv(client, {
  etag: true,
  gzip: true,
  brotli: true,
  dotfiles: false,
  setHeaders(response, path) {
    const policy = policies[path.replace(/(index)?\.html$/, '').replace(/(.)\/$/, '$1')];
    if (policy) response.setHeader('content-security-policy', policy);
    if (path.startsWith('/_astro/')) response.setHeader('cache-control', 'public, max-age=31536000, immutable');
    else if (/\.html$|\/$|^[^.]*$/.test(path)) response.setHeader('cache-control', 'public, max-age=0, must-revalidate');
    else response.setHeader('cache-control', 'public, max-age=3600');
    // An SVG is an image here; opened by itself it can run nothing.
    if (path.endsWith('.svg')) response.setHeader('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'");
  },
});
const compress = compression({
  threshold: 1024,
  // Compression would hold back a stream of events until its end.
  filter: (request, response) => !String(response.getHeader('content-type')).startsWith('text/event-stream') && compression.filter(request, response),
  brotli: { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } },
});

const refuse = (response, status, code) => {
  response.statusCode = status;
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.end(JSON.stringify({ code: 'error:malformed', message: code }));
};

const server = http.createServer({ maxHeaderSize: 16 * 1024, requestTimeout: 300_000, headersTimeout: 20_000 }, (request, response) => {
  for (const name in security) response.setHeader(name, security[name]);
  const url = request.url ?? '/';
  if (url.length > 8192) return refuse(response, 414, 'The address is too long.');
  if (/^\/api([/?]|$)/.test(url) && !url.startsWith('/api/openapi.json')) {
    response.setHeader('content-security-policy', lockedPolicy);
    return compress(request, response, () => void portal.api(request, response));
  }
  if (request.method !== 'GET' && request.method !== 'HEAD' && request.method !== 'POST') return refuse(response, 405, 'This method is not allowed.');
  try {
    decodeURIComponent(url.split('?')[0]);
  } catch {
    return refuse(response, 400, 'The address could not be read.');
  }
  assets(request, response, () => {
    response.setHeader('content-security-policy', lockedPolicy);
    compress(request, response, () => {
      // Astro never learns what the client calls this host: addresses in pages come from ORIGIN.
      request.headers.host = 'portal';
      void astro(request, response, (error) => {
        response.statusCode = error ? 500 : 404;
        response.end();
      });
    });
  });
});
server.on('clientError', (error, socket) => {
  if (!socket.writable) return;
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
  socket.end(`HTTP/1.1 ${status}\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n{"code":"error:malformed","message":"The request could not be read."}`);
});

portal.start();
server.listen(PORT, HOST, () => {
  const { port } = server.address();
  console.log(`listening on http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${port}`);
  process.send?.('ready');
});

let stopping = false;
for (const signal of ['SIGTERM', 'SIGINT'])
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    // Calls that were accepted are answered; then the jobs end and the store is closed.
    server.close(() => void portal.stop().then(() => process.exit(0)));
    server.closeIdleConnections();
    setTimeout(() => process.exit(0), 8000).unref();
  });
