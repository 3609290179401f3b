import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startNginx } from './nginx.ts';
import { freePorts } from './ports.ts';

/** WebDAV of nginx in a folder, or null. */
export async function startDav(folder: string): Promise<{ url: string; close(): Promise<void> } | null> {
  const [port = 0] = await freePorts(1);
  mkdirSync(join(folder, 'files'), { recursive: true });
  const text = `sendfile on; keepalive_requests 1000000;
  server { listen 127.0.0.1:${port}; root ${folder}/files; dav_methods PUT DELETE; client_max_body_size 16m; }`;
  const url = `http://127.0.0.1:${port}`;
  const nginx = await startNginx(folder, text, url);
  return nginx && { url, close: nginx.stop };
}
