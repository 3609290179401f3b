import http from 'node:http';
import { groupArea } from '../../src/lib/contract/areas.ts';
import { provider } from '../../src/lib/contract/core/provider.ts';
import { allCalls } from '../../src/lib/contract/openapi.ts';
import type { Area } from '../../src/lib/rules/core/areas.ts';
import { type Engines, lackedAreas } from '../../src/lib/rules/core/capabilities.ts';
import { bind, close } from './listen.ts';

/** A provider elsewhere that lacks areas: another provider behind it answers everything else. */
export interface LackingProvider extends AsyncDisposable {
  url: string;
  /** Calls of the areas that it was asked for, as `server.list`. */
  asked: string[];
}

/** @param behind URL of a whole provider */
export async function startLacking(behind: string, lacks: readonly Area[]): Promise<LackingProvider> {
  const asked: string[] = [];
  const areaAt = new Map<string, { name: string; area: Area | undefined }>(
    allCalls().map(({ path, id }) => [path, { name: id.join('.'), area: groupArea(id[0]) }]),
  );
  const server = http.createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', behind);
    const found = areaAt.get(pathname);
    // The provider behind has every engine.
    const lacked = lackedAreas({ ...engines, lacks });
    if (found?.area && lacked.includes(found.area)) {
      asked.push(found.name);
      return void response.writeHead(404, { 'content-type': 'text/plain' }).end('no such address');
    }
    const { host: _, ...headers } = request.headers;
    const sent = await fetch(`${behind}${request.url}`, {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>, // repeated headers aren't sent
      ...(request.method === 'POST' && { body: request as unknown as ReadableStream, duplex: 'half' }), // Node's fetch reads its streams
    });
    if (pathname === provider.capabilities.path) {
      const { capabilities } = (await sent.json()) as { capabilities: Engines };
      return void response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ capabilities: { ...capabilities, lacks } }));
    }
    response.writeHead(
      sent.status,
      Object.fromEntries([...sent.headers].filter(([name]) => !['content-encoding', 'content-length', 'transfer-encoding'].includes(name))),
    );
    if (!sent.body) return void response.end();
    const reader = sent.body.getReader();
    request.on('close', () => void reader.cancel().catch(() => {}));
    for (let part = await reader.read(); !part.done; part = await reader.read()) response.write(part.value);
    response.end();
  });
  const engines = ((await (await fetch(`${behind}${provider.capabilities.path}`)).json()) as { capabilities: Engines }).capabilities;
  const url = `http://127.0.0.1:${await bind(server)}`;
  return { url, asked, [Symbol.asyncDispose]: () => close(server) };
}
