import { connect } from 'node:net';

export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** A server that sends nothing for this time isn't going to: far longer than a busy machine needs. */
const SILENCE_MS = 60_000;

/** Sends raw bytes that no HTTP client would send. Resolves when the server has closed the connection, or is silent. */
export function raw(url: string, text: string | Buffer): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => void socket.write(text));
    let answer = '';
    socket.setTimeout(SILENCE_MS, () => socket.destroy());
    socket.setEncoding('latin1').on('data', (part: string) => {
      answer += part;
    });
    socket.on('error', (error) => answer || reject(error));
    socket.on('close', () => {
      const [head = '', ...rest] = answer.split('\r\n\r\n');
      const [status = '', ...lines] = head.split('\r\n');
      const headers = Object.fromEntries(
        lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
      );
      const body = rest.join('\r\n\r\n');
      resolve({ status: Number(status.split(' ')[1]), headers, body: headers['transfer-encoding'] === 'chunked' ? unchunked(body) : body });
    });
  });
}

/** A chunked body in one piece (RFC 9112 section 7.1). Read as Latin-1: a character is a byte. */
function unchunked(body: string): string {
  let text = '';
  for (let at = 0; ; ) {
    const end = body.indexOf('\r\n', at);
    const size = Number.parseInt(body.slice(at, end), 16);
    if (end < 0 || !(size > 0)) return text;
    text += body.slice(end + 2, end + 2 + size);
    at = end + 2 + size + 2;
  }
}

/** A request with an unmodified request line: paths keep their backslashes and invalid percent signs. */
export const get = (url: string, path: string, headers: Record<string, string> = {}, method = 'GET') =>
  raw(
    url,
    `${method} ${path} HTTP/1.1\r\n${Object.entries({ host: new URL(url).host, connection: 'close', ...headers })
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`,
  );
