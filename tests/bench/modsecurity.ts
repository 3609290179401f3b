import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { childrenOf } from './generator.ts';
import { freePorts } from './ports.ts';

/** Where Debian has Apache, its modules and the OWASP Core Rule Set (packages `libapache2-mod-security2` and `modsecurity-crs`). */
const program = '/usr/sbin/apache2';
const modules = '/usr/lib/apache2/modules';
const rules = ['/etc/modsecurity/crs/crs-setup.conf', '/usr/share/modsecurity-crs/rules'] as const;
const names = ['mpm_event', 'authz_core', 'unique_id', 'headers', 'security2'];

/** ModSecurity as its recommended configuration has it, but blocking, and without a log of its own. */
const inspection = `
SecRuleEngine On
SecRequestBodyAccess On
SecRequestBodyLimit 13107200
SecRequestBodyNoFilesLimit 131072
SecAuditEngine Off
SecRule REQUEST_HEADERS:Content-Type "^(?:application(?:/soap\\+|/)|text/)xml" "id:200000,phase:1,t:none,t:lowercase,pass,nolog,ctl:requestBodyProcessor=XML"
SecRule REQUEST_HEADERS:Content-Type "^application/json" "id:200001,phase:1,t:none,t:lowercase,pass,nolog,ctl:requestBodyProcessor=JSON"
Include ${rules[0]}
Include ${rules[1]}/*.conf`;

export interface ModSecurity {
  /** A page of Apache without ModSecurity. */
  bare: string;
  /** The same page behind ModSecurity with the Core Rule Set at its first level. */
  inspected: string;
  pids: readonly number[];
  stop(): Promise<void>;
}

/**
 * Apache with ModSecurity in a folder, as the peer of the WAF.
 * @param body the text of its page
 * @returns why it isn't measured: a package is missing
 */
export async function startModSecurity(folder: string, body: string): Promise<ModSecurity | string> {
  const missing = [program, join(modules, 'mod_security2.so'), ...rules].find((path) => !existsSync(path));
  if (missing) return `not measured: ${missing} is missing (apache2, libapache2-mod-security2, modsecurity-crs)`;
  const [bare = 0, inspected = 0] = await freePorts(2);
  for (const name of ['page', 'tmp']) mkdirSync(join(folder, name), { recursive: true });
  // Apache works as another user.
  chmodSync(folder, 0o755);
  chmodSync(join(folder, 'tmp'), 0o777);
  writeFileSync(join(folder, 'page', 'index.txt'), body);
  const isRoot = process.getuid?.() === 0;
  const config = join(folder, 'apache.conf');
  const text = `ServerRoot ${folder}
ServerName localhost
PidFile ${folder}/pid
ErrorLog ${folder}/error
LogLevel crit
${names.map((name) => `LoadModule ${name}_module ${modules}/mod_${name}.so`).join('\n')}
${isRoot ? 'User www-data\nGroup www-data' : ''}
StartServers 1
ServerLimit 1
ThreadsPerChild 64
MaxRequestWorkers 64
MaxKeepAliveRequests 0
DocumentRoot ${folder}/page
Listen 127.0.0.1:${bare}
Listen 127.0.0.1:${inspected}
SecRuleEngine Off
SecTmpDir ${folder}/tmp
SecDataDir ${folder}/tmp
<VirtualHost 127.0.0.1:${bare}>
</VirtualHost>
<VirtualHost 127.0.0.1:${inspected}>${inspection}
</VirtualHost>
`;
  writeFileSync(config, text);
  try {
    execFileSync(program, ['-f', config, '-t'], { stdio: 'pipe' });
  } catch (error) {
    return `not measured: Apache refuses its configuration: ${String((error as { stderr?: Buffer }).stderr).trim()}`;
  }
  const child = spawn(program, ['-f', config, '-D', 'FOREGROUND'], { stdio: 'ignore' });
  const url = (port: number): string => `http://127.0.0.1:${port}/index.txt`;
  const isUp = () =>
    fetch(url(bare)).then(
      ({ ok }) => ok,
      () => false,
    );
  for (const end = Date.now() + 10_000; !(await isUp()); )
    if (Date.now() > end || child.exitCode !== null) throw new Error('Apache has not started');
  const pid = child.pid ?? 0;
  return {
    bare: url(bare),
    inspected: url(inspected),
    pids: [pid, ...childrenOf(pid)],
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}
