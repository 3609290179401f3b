import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const program = process.env.NGINX_PROGRAM ?? '/usr/sbin/nginx';

/**
 * nginx of Debian with one process in a folder, as the edge and the object store have. `NGINX_PROGRAM` names the program; null without it
 * or without a module that the text needs.
 * @param http the text of its block `http`
 * @param url what answers once it has started
 */
export async function startNginx(folder: string, http: string, url: string): Promise<{ pid: number; stop(): Promise<void> } | null> {
  const names = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  for (const name of names) mkdirSync(join(folder, name), { recursive: true });
  // Its worker would be another user, who can't write here.
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const config = join(folder, 'nginx.conf');
  const text = `${user} daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error crit; events { worker_connections 4096; }
http { access_log off; ${names.map((name) => `${name}_temp_path ${join(folder, name)};`).join(' ')}
${http} }`;
  writeFileSync(config, text);
  const args = ['-c', config, '-e', join(folder, 'error')];
  try {
    execFileSync(program, ['-t', '-q', ...args], { stdio: 'ignore' });
  } catch {
    return null;
  }
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const isUp = () =>
    fetch(url).then(
      () => true,
      () => false,
    );
  for (const end = Date.now() + 10_000; !(await isUp()); )
    if (Date.now() > end || child.exitCode !== null) throw new Error('nginx has not started');
  return {
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}
