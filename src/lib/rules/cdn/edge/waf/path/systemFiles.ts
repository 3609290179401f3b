/*
 * Files of the system and of applications that an attacker reads. The folder has to begin a path, or to be reached by a traversal:
 * `/docs/etc/passwd-rotation-policy` is an article. A whole value that is such a path is one; in a text it has to be a file with secrets.
 */

/** Folders whose files no page serves. */
const roots =
  /^(?:file:\/{2,3}|[a-z.]{3,30}:\/{2,3})?[/\\]{1,3}(?:etc|proc|sys|root|boot|dev[/\\](?!null|std))[/\\]?[\w.[\]?*-]|^(?:file:\/{2,3})?[/\\]{1,3}(?:var[/\\](?:log|run|lib|spool|mail|backups?|db)|home[/\\][\w.-]{1,40}[/\\]\.|tmp[/\\]sess_)/;
/** Files with secrets, or that show a success: also inside of a text or after a traversal. */
const files = [
  'etc/(?:passwd-?|shadow-?|gshadow-?|group-?|sub[ug]id-?|hosts(?:\\.(?:allow|deny|equiv))?|issue|motd|fstab|mtab|crontab|sudoers|profile|bashrc|environment|resolv\\.conf|nsswitch\\.conf|ld\\.so\\.(?:conf|preload)|(?:redhat|os|debian|lsb|centos)[-_](?:release|version)|(?:ssh|ssl|pki|letsencrypt|nginx|apache2?|httpd|mysql|postgresql|php|cron\\.\\w{1,10}|samba|vsftpd|proftpd|init\\.d|pam\\.d|security|kubernetes|rsyncd|tomcat\\d?)[/.][\\w./-]{1,80}|my\\.cnf|php\\.ini)',
  'proc/(?:self|thread-self|\\d{1,7}|version|cpuinfo|meminfo|mounts|net|sched_debug|cmdline|interrupts|kallsyms|kcore|modules|partitions|stat|uptime|devices|sys|acpi|bus|driver|fs|scsi|mtrr|filesystems|loadavg|swaps|config\\.gz)(?:/[\\w./-]{1,60})?',
  'sys/(?:class|devices|kernel|fs|module|block|bus|firmware|hypervisor|power|dev)(?:/[\\w./-]{1,60})?',
  'var/(?:log/[\\w./-]{1,80}|mail/\\w{1,40}|spool/[\\w./-]{1,60}|run/secrets[\\w./-]{0,60}|lib/mlocate/\\w{1,20}\\.db)',
  'root/\\.[\\w./-]{1,60}',
  'home/[\\w.-]{1,40}/\\.(?:ssh|bash_history|aws|gnupg|netrc|profile|bashrc)[\\w./-]{0,60}',
  'usr/local/(?:apache2?|etc|php|nginx)/[\\w./-]{1,80}',
  'web-inf(?:/[\\w./-]{0,80})?',
  'meta-inf/(?:context|maven|manifest)[\\w./-]{0,60}',
  '(?:windows|winnt)/(?:win\\.ini|system\\.ini|system32/[\\w./-]{1,80}|repair/\\w{1,20}|panther/[\\w./-]{1,40}|debug/\\w{1,30}\\.log|php\\.ini)',
  'boot\\.ini',
  'inetpub/(?:wwwroot|logs)[\\w./-]{0,60}',
  'users/administrator/[\\w./-]{1,60}',
  'sam/(?:sam|system)',
  'xampp/[\\w./-]{1,80}',
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
