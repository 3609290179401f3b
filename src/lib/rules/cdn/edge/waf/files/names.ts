import { words } from '../words.ts';

/*
 * Files that a site has for itself: of version control, editors and tools, with settings and keys, copies and dumps. They are judged by
 * the name of a file or folder, as part of a path.
 */

const dotFiles = words(`
  env git gitignore gitattributes gitmodules gitconfig git-credentials gitlab-ci.yml svn hg bzr cvsignore hgignore htaccess htpasswd htdigest htgroup ssh aws
  azure kube docker dockercfg dockerignore npmrc yarnrc pypirc gemrc netrc pgpass my.cnf mysql_history psql_history bash_history bashrc bash_profile
  bash_logout zsh_history zshrc profile history sh_history viminfo vimrc lesshst rediscli_history python_history node_repl_history irb_history ds_store
  idea vscode settings project classpath travis.yml circleci github drone.yml terraform terraformrc vault-token gnupg config local cache boto s3cfg
  rhosts shosts wget-hsts subversion sqlite_history mailrc forward cpan composer rbenv-vars ruby-version passwd user.ini
  ftpconfig sftp-config.json remote-sync.json eslintrc babelrc editorconfig nvmrc aiignore cursorignore cursorrules
  cursor claude codeium windsurf windsurfrules aider.conf.yml aiderignore copilot continue mcp.json gemini cody clinerules roomodes 
  php_history phpunit.result.cache php-cs-fixer.php bowerrc jshintrc stylelintrc npm yarn node-version tool-versions dotnet nuget gradle m2 ivy2 
  swp swo`);

const configurations = words(`
  wp-config.php wp-config-sample.php web.config app.config machine.config configuration.php config.inc.php settings.php local.settings.json
  localsettings.php settings.local.php parameters.yml parameters.yaml secrets.yml secrets.yaml secrets.json database.yml database.php credentials.json 
  application.properties application.yml application-dev.yml application-prod.yml bootstrap.yml appsettings.json appsettings.development.json appsettings.production.json docker-compose.yml docker-compose.yaml dockerfile
  vagrantfile jenkinsfile makefile gruntfile.js gulpfile.js composer.json composer.lock composer.phar package.json package-lock.json yarn.lock gemfile gemfile.lock pipfile requirements.txt
  id_rsa id_dsa id_ecdsa id_ed25519 authorized_keys known_hosts privkey.pem server.key secring.gpg phpinfo.php info.php
  php.ini my.cnf httpd.conf nginx.conf httpd.ini tomcat-users.xml context.xml server.xml struts.xml hibernate.cfg.xml persistence.xml
  debug.log error.log error_log access.log access_log laravel.log development.log production.log npm-debug.log yarn-error.log php_errors.log
  db.sqlite3 database.sqlite dump.rdb thumbs.db winscp.ini filezilla.xml sitemanager.xml
  ws_ftp.ini sftp.json terraform.tfstate terraform.tfvars ansible.cfg firebase.json kubeconfig local.xml 
  mcp.json mcp_config.json copilot-instructions.md`);

export const dotNames: ReadonlySet<string> = new Set(dotFiles);
export const configurationNames: ReadonlySet<string> = new Set(configurations);
/** Served by many sites on purpose, or built by tools in a browser's reach: only with a file parameter or upload. */
export const publicNames: ReadonlySet<string> = new Set([
  'package.json',
  'composer.json',
  'makefile',
  'requirements.txt',
  'gemfile',
  'dockerfile',
  'application.yml',
  'firebase.json',
  'settings.php',
  'info.php',
  'context.xml',
  'server.xml',
  'appsettings.json',
]); // prettier-ignore

/**
 * Endings of copies, dumps, keys, databases and settings, and of sources that IIS compiles. Without those that are published: schemas
 * (`xsd`), signatures (`asc`) and rings of public keys (`gpg`).
 */
const copyEndings: ReadonlySet<string> = new Set(
  words(`
   bak backup bck bkp old orig original save saved copy tmp swp swo swn dist
   sql sqlite sqlite3 db rdb mdb accdb mdf ldf dbf dump dmp hsql
   pem key p12 pfx jks keystore kdb kdbx ppk csr cer pass pwd rdp ovpn
   conf cfg cnf ini inc log config pol webinfo licx
   asa asax ascx axd cdx cs csproj vb vbs vbproj vsdisco resources resx xsx pdb pyc rb war
   dos htr htw ida idc idq lnk printer sys`),
);
const packed = /\.(?:gz|zip|bz2|xz|7z|tar)$/;
/** Whether a name ends like a file that no site serves. */
export function isCopy(name: string): boolean {
  const ending = name.slice(name.lastIndexOf('.') + 1);
  if (packed.test(name)) return /\.(?:sql|backup)\.\w{2,3}$/.test(name);
  return name.includes('.') && (copyEndings.has(ending) || /^bak\d$/.test(ending));
}
/** Names of editors' copies: `a.php~`, `#a.php#`, `.a.php.swp`, `a.php.1`. */
export const editorCopy =
  /(?:\.(?:php\d?|phtml|jsp|aspx?|py|rb|pl|cgi|inc|html?|conf|js|ya?ml|env|ini)(?:~|\.~|\.\d{1,2}|_bak|_old|\.txt|\.save|\.swp|\.bak)|~)$/;
