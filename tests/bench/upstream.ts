// A provider that does nothing, to measure the round trip.
import http from 'node:http';

const claims = { sub: 'customer', exp: 4_000_000_000 };
const token = ['{"alg":"none"}', JSON.stringify(claims), ''].map((part) => Buffer.from(part).toString('base64url')).join('.');
const answers: Record<string, string> = { '/auth/login': JSON.stringify({ token }), '/fin/balance': JSON.stringify({ balance: 248_000 }) };

http
  .createServer((request, response) => {
    request.resume();
    const answer = answers[request.url ?? ''];
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
    response.end(answer ?? '{"message":"no"}');
  })
  .listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.('ready'));
