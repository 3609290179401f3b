// A minimal reverse proxy in Node: `node:http` in front, an undici pool behind. The reference for the adapter.
import http from 'node:http';
import { Pool } from 'undici';

const pool = new Pool(process.env.UPSTREAM ?? '', { connections: 64 });

http
  .createServer((request, response) => {
    void pool
      .request({
        path: request.url ?? '/',
        method: request.method as 'GET',
        headers: { accept: 'application/json' },
        body: request.method === 'GET' ? null : request,
      })
      .then(
        async (answer) => {
          response.writeHead(answer.statusCode, { 'content-type': String(answer.headers['content-type']) });
          response.end(await answer.body.bytes());
        },
        () => response.writeHead(502).end(),
      );
  })
  .listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.('ready'));
