import { oneOf } from '../words.ts';

/*
 * Files of the system and of applications that an attacker reads. The folder has to begin a path, or to be reached by a traversal:
 * `/docs/etc/passwd-rotation-policy` is an article. A whole value that is such a path is one; in a text it has to be a file with secrets.
 */

/** Folders whose files no page serves. */
const roots =
  /^(?:file:\/{2,3}|[a-z.]{3,30}:\/{2,3})?[/\\]{1,3}(?:etc|proc|sys|root|boot|dev[/\\](?!null|std))[/\\]?[\w.[\]?*-]|^(?:file:\/{2,3})?[/\\]{1,3}(?:var[/\\](?:log|run|lib|spool|mail|backups?|db)|home[/\\][\w.-]{1,40}[/\\]\.|tmp[/\\]sess_)/;
const below = (length: number): string => String.raw`[\w./-]{1,${length}}`;
const etcFiles = oneOf(`
  passwd passwd- shadow shadow- gshadow gshadow- group group- subuid subuid- subgid subgid- hosts hosts.allow hosts.deny hosts.equiv issue
  motd fstab mtab crontab sudoers profile bashrc environment resolv.conf nsswitch.conf ld.so.conf ld.so.preload my.cnf php.ini
  os-release lsb-release debian_version redhat-release centos-release`);
const etcFolders = oneOf(`
  ssh ssl pki letsencrypt nginx apache apache2 httpd mysql postgresql php samba vsftpd proftpd init.d pam.d security kubernetes rsyncd tomcat
  cron.d cron.daily cron.hourly cron.weekly cron.monthly`);
const procFiles = oneOf(`
  self thread-self version cpuinfo meminfo mounts net sched_debug cmdline interrupts kallsyms kcore modules partitions stat uptime devices
  sys acpi bus driver fs scsi mtrr filesystems loadavg swaps config.gz`);
const sysFolders = oneOf('class devices kernel fs module block bus firmware hypervisor power dev');
const homeFiles = oneOf('ssh bash_history aws gnupg netrc profile bashrc');
/** Files with secrets, or that show a success: also inside of a text or after a traversal. */
const files = [
  String.raw`etc/(?:${etcFiles}|(?:${etcFolders}|tomcat\d)[/.]${below(80)})`,
  String.raw`proc/(?:${procFiles}|\d{1,7})(?:/${below(60)})?`,
  `sys/${sysFolders}(?:/${below(60)})?`,
  String.raw`var/(?:log/${below(80)}|mail/\w{1,40}|spool/${below(60)}|run/secrets[\w./-]{0,60}|lib/mlocate/\w{1,20}\.db)`,
  String.raw`root/\.${below(60)}`,
  String.raw`home/[\w.-]{1,40}/\.${homeFiles}[\w./-]{0,60}`,
  `usr/local/${oneOf('apache apache2 etc php nginx')}/${below(80)}`,
  String.raw`web-inf(?:/[\w./-]{0,80})?`,
  String.raw`meta-inf/${oneOf('context maven manifest')}[\w./-]{0,60}`,
  String.raw`${oneOf('windows winnt')}/(?:${oneOf('win.ini system.ini php.ini')}|system32/${below(80)}|repair/\w{1,20}|panther/${below(40)}|debug/\w{1,30}\.log)`,
  String.raw`boot\.ini`,
  String.raw`inetpub/${oneOf('wwwroot logs')}[\w./-]{0,60}`,
  `users/administrator/${below(60)}`,
  `sam/${oneOf('sam system')}`,
  `xampp/${below(80)}`,
].join('|');
const inText = new RegExp(
  String.raw`(?:(?:^|[\s"'=<>(\[{,;|&@!]|(?<![/\w.-])\w:|file:/{2,3}|/\.{1,2}|^\.{1,2})/{1,3}|\w:/|(?:^|[/\\])\.{2,4};?/+(?:[\w.-]{1,30}/){0,3})(?:${files})(?=$|[\s"'<>)\],;|&\`?#:\0%\\$])`,
);
const whole = new RegExp(String.raw`^/?(?:${files})(?:$|[\s\0?#;%&])`);

const toSlashes = (text: string): string => (text.includes('\\') ? text.replaceAll('\\', '/').replace(/\/\/+/g, '/') : text);

/** Where something is mounted or stored, as monitors report it. */
const places = /^[/\\](?:dev|var[/\\](?:lib|run|spool))[/\\][\w/-]{1,80}$/;

/**
 * A path to a system file in a value.
 * @param decoded in lower case
 * @param isReported whether a place of devices and services may be meant, not a file
 */
export function findSystemFile(decoded: string, isReported: boolean): string | null {
  const path = isReported && places.test(decoded) ? null : roots.exec(decoded);
  if (path) return path[0];
  const text = toSlashes(decoded);
  return (whole.exec(text) ?? inText.exec(text))?.[0] ?? null;
}

const atEnd = new RegExp(String.raw`(?:^|/)(?:${files})/?(?:$|\0)`);
/** The same in the path of a request: its end is the file, whatever folder the application has. */
export const findSystemPath = (decoded: string): string | null => atEnd.exec(toSlashes(decoded))?.[0] ?? null;
