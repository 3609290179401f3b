import http from 'node:http';
import type { AddressInfo } from 'node:net';

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const page = (host: string, method: string, path: string, client: string, bytes: number) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${host}</title>
<style>body{font:16px/1.6 system-ui,sans-serif;max-width:40rem;margin:15vh auto;padding:0 1.5rem}code{font-family:ui-monospace,monospace}</style>
<h1>${host}</h1>
<p>This is the demo website of Nasim: the origin server that answers for demo domains, because their addresses are reserved for documentation. Your request passed the edge and its rules.</p>
<p><code>${method} ${path}</code> from <code>${client}</code>${bytes > 0 ? `, with ${bytes} bytes` : ''}</p>
</html>
`;

/** The website behind demo domains, on a free port of 127.0.0.1. It shows the request as it arrived. */
export async function startDemoOrigin(): Promise<{ port: number; stop(): Promise<void> }> {
  const server = http.createServer((request, response) => {
    const { host = '' } = request.headers;
    const client = String(request.headers['x-forwarded-for'] ?? '');
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    request.on('end', () => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'public, max-age=60' });
      response.end(page(escaped(host), escaped(request.method ?? ''), escaped(request.url ?? ''), escaped(client), bytes));
    });
  });
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(0, '127.0.0.1', done);
  });
  return {
    port: (server.address() as AddressInfo).port, // it listens on a port
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
