/*
 * Files that a site has for itself: of version control, editors and tools, with settings and keys, copies and dumps. They are judged by
 * the name of a file or folder, as part of a path.
 */

const dotFiles =
  `env git gitignore gitattributes gitmodules gitconfig git-credentials gitlab-ci.yml svn hg bzr cvs cvsignore hgignore htaccess htpasswd htdigest htgroup ssh aws
  azure kube docker dockercfg dockerignore npmrc yarnrc pypirc gemrc netrc pgpass my.cnf mysql_history psql_history bash_history bashrc bash_profile
  bash_logout zsh_history zshrc profile history sh_history viminfo vimrc lesshst rediscli_history python_history node_repl_history irb_history ds_store
  idea vscode settings project classpath travis.yml circleci github drone.yml terraform terraformrc tfstate vault-token gnupg config local cache boto s3cfg
  rhosts shosts wget-hsts subversion sqlite_history mailrc forward cpan composer rbenv-vars ruby-version passwd htusers user.ini
  ftpconfig sftp-config.json remote-sync.json deployment-config.json well-known.bak eslintrc babelrc editorconfig nvmrc aiignore cursorignore cursorrules
  cursor claude codeium windsurf windsurfrules aider.conf.yml aiderignore copilot continue mcp.json openai anthropic gemini cody clinerules roomodes ssh_config
  php_history phpunit.result.cache php-cs-fixer.php env.local env.production svnignore bowerrc jshintrc stylelintrc npm yarn node-version tool-versions dotnet nuget gradle m2 ivy2 
  swp swo`
    .trim()
    .split(/\s+/);

const configurations =
  `wp-config.php wp-config-sample.php wp-config.txt wp-config.old web.config app.config machine.config configuration.php config.inc.php config.php.bak settings.php local.settings.json
  localsettings.php settings.local.php parameters.yml parameters.yaml secrets.yml secrets.yaml secrets.json database.yml database.php credentials.json credentials.yml
  application.properties application.yml application-dev.yml application-prod.yml bootstrap.yml appsettings.json appsettings.development.json appsettings.production.json docker-compose.yml docker-compose.yaml dockerfile
  vagrantfile jenkinsfile makefile gruntfile.js gulpfile.js composer.json composer.lock composer.phar package.json package-lock.json yarn.lock gemfile gemfile.lock pipfile requirements.txt
  id_rsa id_dsa id_ecdsa id_ed25519 authorized_keys known_hosts privkey.pem server.key private.key private.pem secring.gpg phpinfo.php info.php
  php.ini my.cnf httpd.conf nginx.conf httpd.ini tomcat-users.xml context.xml server.xml struts.xml hibernate.cfg.xml persistence.xml
  debug.log error.log errors.log error_log access.log access_log laravel.log development.log production.log npm-debug.log yarn-error.log php_errors.log
  dump.sql backup.sql backup.zip backup.tar.gz database.sql db.sql db.sqlite3 database.sqlite users.sql dump.rdb thumbs.db passwd.txt passwords.txt winscp.ini filezilla.xml sitemanager.xml
  ws_ftp.ini sftp.json terraform.tfstate terraform.tfvars ansible.cfg .travis.yml serviceaccount.json firebase.json kubeconfig config.yml config.json.bak mtrr acpi local.xml shadow
  claude.md agents.md gemini.md mcp.json mcp_config.json copilot-instructions.md cursor.md`
    .trim()
    .split(/\s+/);

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
  'config.yml',
  'application.yml',
  'firebase.json',
  'settings.php',
  'info.php',
  'context.xml',
  'server.xml',
  'acpi',
  'mtrr',
  'shadow',
  'appsettings.json',
]); // prettier-ignore

/** Endings of copies, dumps, keys and databases. */
export const copyEnding =
  /\.(?:bak|bak\d|backup|bck|bkp|old|orig|original|save|saved|copy|tmp|swp|swo|swn|dist|sql|sql\.(?:gz|zip|bz2|xz|7z|tar)|sqlite3?|db|rdb|mdb|accdb|mdf|ldf|dbf|dump|dmp|pem|key|p12|pfx|jks|keystore|kdbx?|ppk|asc|gpg|conf|cfg|cnf|ini|inc|log|rdp|ovpn|axd|asa|asax|ascx|backup\.zip|cdx|cer|cs|csproj|csr|dos|htr|htw|ida|idc|idq|lnk|printer|pass|pdb|pol|pwd|rb|resources|resx|sys|vb|vbs|vbproj|vsdisco|webinfo|xsd|xsx|licx|config|hsql|pyc|war)$/;
/** Names of editors' copies: `a.php~`, `#a.php#`, `.a.php.swp`, `a.php.1`. */
export const editorCopy =
  /(?:\.(?:php\d?|phtml|jsp|aspx?|py|rb|pl|cgi|inc|html?|conf|js|ya?ml|env|ini)(?:~|\.~|\.\d{1,2}|_bak|_old|\.txt|\.save|\.swp|\.bak)|~)$/;
