import type { Pattern } from './patterns.ts';

/** Attacks on the server behind the site: its files, shell and templates; and tools that scan for them. */

export const lfi: readonly Pattern[] = [
  { id: 'lfi-traversal', expression: /(?:^|[/\\=:;,'"( ])\.\.{1,2};?[/\\]/ },
  {
    id: 'lfi-system',

    expression:
      /[/\\](?:etc[/\\](?:passwd|shadow|group|hosts|issue|crontab|ssh[/\\])|proc[/\\](?:self|version|\d{1,7})[/\\]?|windows[/\\](?:win\.ini|system32)|boot\.ini|var[/\\]log[/\\])/,
  },
  {
    id: 'lfi-hidden',

    places: ['path', 'parameter'],
    expression:
      /(?:^|[/\\])\.(?:env(?:\.\w{1,20})?$|git(?:[/\\]|$)|svn[/\\]|hg[/\\]|htaccess\b|htpasswd\b|ssh[/\\]|aws[/\\]|npmrc$|bash_history$|ds_store$)/,
  },
  { id: 'lfi-wrapper', expression: /\b(?:php|phar|expect|zip|glob|file|gopher|dict|ldaps?|jar|compress\.(?:zlib|bzip2)):\/\// },
  { id: 'lfi-backup', places: ['path'], expression: /\.(?:bak|old|orig|swp|sql|sqlite|tar\.gz|dump)$/ },
];

export const rce: readonly Pattern[] = [
  {
    id: 'rce-command',

    // Browsers separate their parts by semicolons: `(compatible; Python-urllib)`.
    places: ['path', 'parameter', 'parameterName', 'cookie', 'body'],
    expression:
      /(?:[;|`]|&&|\$\() ?(?:(?:cat|ls|rm|cp|chmod|chown|echo|ping|nc|sh|python\d?|perl|php|ruby|type|dir) ?(?:[-/~.$*<>"']|\\|\d)|(?:whoami|uname|wget|curl|ncat|netcat|bash|zsh|powershell|nslookup|ifconfig|ipconfig|certutil|busybox|passthru)\b|(?:id|ls|dir|env|ps|pwd) ?(?:$|[;|&)`]))/,
  },
  {
    id: 'rce-path',

    expression: /\/s?bin\/(?:bash|dash|zsh|sh|cat|ls|nc|ncat|python\d?|perl|curl|wget|id|whoami|env|rm)\b|\b(?:cmd|powershell)\.exe\b/,
  },
  { id: 'rce-lookup', form: 'tight', expression: /\$\{(?:jndi:|(?:lower|upper|env|sys|java|date|main|ctx):|::-|[^}]{0,30}:-)/ },
  { id: 'rce-shellshock', form: 'tight', expression: /\(\)\{[^}]{0,20};/ },
  {
    id: 'rce-php',

    expression: /<\?(?:php\b|=)|\b(?:system|passthru|shell_exec|proc_open|popen|call_user_func|create_function|phpinfo) ?\( ?['"$)]/,
  },
  {
    id: 'rce-java',

    expression:
      /\bjava\.lang\.(?:runtime|processbuilder|class)\b|\bgetruntime ?\(|\bclass\.module\.classloader\b|#_memberaccess\b|@java\.lang/,
  },
  {
    id: 'rce-template',

    expression: /(?:\{\{|\$\{|#\{|<%=) ?(?:\d{1,6} ?\* ?['"]?\d|config\b|self\b|request\.|'' ?\.|""? ?\.|t\( ?java|cycler\b|lipsum\b)/,
  },
  {
    id: 'rce-node',

    expression: /\b(?:child_process\b|process\.(?:mainmodule|binding)\b|constructor\.constructor\b)|__proto__\b|\b_\$\$nd_func\$\$_/,
  },
];

export const scanner: readonly Pattern[] = [
  {
    id: 'scanner-agent',

    header: 'user-agent',
    expression:
      /\b(?:sqlmap|nikto|nmap|masscan|zgrab|acunetix|nessus|openvas|w3af|dirbuster|gobuster|feroxbuster|ffuf|wpscan|joomscan|nuclei|havij|arachni|netsparker|whatweb|commix|xsser|jaeles|sqlninja|zmeu|morfeus)\b/,
  },
  {
    id: 'scanner-probe',

    places: ['path'],
    expression:
      /\/(?:wp-config\.php[.~_]|vendor\/phpunit\/|actuator\/(?:env|heapdump|gateway)|_ignition\/execute-solution|boaform\/|hnap1\b|cgi-bin\/\.|solr\/admin\/|manager\/html$|telescope\/requests$)/,
  },
];
