import type { NamedCall } from '../../../../lib/contract/call.ts';

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A value as in a query or a form part. */
const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The call's example as a shell command. It works on the demo data, once `cookies.txt` has a session cookie. */
export function exampleRequest(call: NamedCall, origin: string): string {
  const input = Object.entries(call.example as Record<string, unknown>); // examples are objects
  const query =
    call.method === 'GET' && input.length > 0 ? `?${new URLSearchParams(input.map(([name, value]) => [name, plain(value)]))}` : '';
  const parts = [`curl ${quoted(`${origin}/api${call.path}${query}`)}`];
  if (call.downloads) parts[0] = `curl -OJ ${quoted(`${origin}/api${call.path}${query}`)}`;
  if (call.events) parts[0] = `curl -N ${quoted(`${origin}/api${call.path}${query}`)}`;
  if (call.access === 'session') parts.push('-b cookies.txt');
  else if (call.issuesToken) parts.push('-c cookies.txt');
  if (call.method === 'POST') parts.push(`-H ${quoted(`Origin: ${origin}`)}`);
  if (call.money) parts.push('-H "Idempotency-Key: $(uuidgen)"');
  if (call.body === 'json') parts.push("-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(call.example, null, 2))}`);
  if (call.body === 'multipart')
    parts.push(...input.map(([name, value]) => `-F ${quoted(`${name}=${plain(value)}`)}`), "-F 'file=@file.txt'");
  return parts.join(' \\\n  ');
}
