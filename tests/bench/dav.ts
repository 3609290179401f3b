import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePorts, stop } from './edge.ts';

/** WebDAV of nginx with one process in a folder. `NGINX_PROGRAM` names the program; null without it or without its module. */
export async function startDav(folder: string): Promise<{ url: string; close(): Promise<void> } | null> {
  const program = process.env.NGINX_PROGRAM ?? '/usr/sbin/nginx';
  const [port = 0] = await freePorts(1);
  const names = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  for (const name of [...names, 'files']) mkdirSync(join(folder, name), { recursive: true });
  // Its worker would be another user, who can't write here.
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const text = `${user} daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error crit; events {}
http {
  ${names.map((name) => `${name}_temp_path ${join(folder, name)};`).join(' ')}
  access_log off; sendfile on; keepalive_requests 1000000;
  server { listen 127.0.0.1:${port}; root ${folder}/files; dav_methods PUT DELETE; client_max_body_size 16m; }
}
`;
  const config = join(folder, 'nginx.conf');
  writeFileSync(config, text);
  try {
    execFileSync(program, ['-t', '-q', '-c', config, '-e', join(folder, 'error')], { stdio: 'ignore' });
  } catch {
    return null;
  }
  const child = spawn(program, ['-c', config, '-e', join(folder, 'error')], { stdio: ['ignore', 'ignore', 'inherit'] });
  const url = `http://127.0.0.1:${port}`;
  const isUp = () =>
    fetch(url).then(
      () => true,
      () => false,
    );
  for (const end = Date.now() + 10_000; !(await isUp()); )
    if (Date.now() > end || child.exitCode !== null) throw new Error('nginx has not started');
  return { url, close: () => stop(child) };
}
