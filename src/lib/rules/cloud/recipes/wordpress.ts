import { prelude } from './shell.ts';

/**
 * WordPress as Debian sets it up (README.Debian of its package), with Apache and MariaDB. Until somebody has completed the setup, the site
 * would belong to whoever opens it first, so the setup page has a password.
 */
export const wordpress = `${prelude}
packages apache2 libapache2-mod-php mariadb-server php-curl php-gd php-intl php-mbstring php-mysql php-xml php-zip \\
  wordpress wordpress-l10n wordpress-theme-twentytwentythree

database=$(secret)
setup=$(secret)
mariadb <<END
CREATE DATABASE IF NOT EXISTS wordpress CHARACTER SET utf8mb4;
CREATE USER IF NOT EXISTS wordpress@localhost;
ALTER USER wordpress@localhost IDENTIFIED BY '$database';
GRANT ALL ON wordpress.* TO wordpress@localhost;
END

install -m 640 -g www-data /dev/null /etc/wordpress/config-default.php
{
  echo '<?php'
  echo "define('DB_NAME', 'wordpress');"
  echo "define('DB_USER', 'wordpress');"
  echo "define('DB_PASSWORD', '$database');"
  echo "define('DB_HOST', 'localhost');"
  echo "define('FS_METHOD', 'direct');"
  for name in AUTH SECURE_AUTH LOGGED_IN NONCE; do
    echo "define('\${name}_KEY', '$(secret)');"
    echo "define('\${name}_SALT', '$(secret)');"
  done
} > /etc/wordpress/config-default.php
install -m 640 -g www-data /dev/null /etc/wordpress/setup.htpasswd
printf %s "$setup" | htpasswd -niB setup > /etc/wordpress/setup.htpasswd

cat > /etc/apache2/sites-available/wordpress.conf <<'END'
<VirtualHost *:80>
  DocumentRoot /usr/share/wordpress
  Alias /wp-content /var/lib/wordpress/wp-content
  <Directory /usr/share/wordpress>
    Options FollowSymLinks
    DirectoryIndex index.php
    Require all granted
    RewriteEngine On
    RewriteBase /
    RewriteRule ^index\\.php$ - [L]
    RewriteCond %{REQUEST_FILENAME} !-f
    RewriteCond %{REQUEST_FILENAME} !-d
    RewriteRule . /index.php [L]
  </Directory>
  <Directory /usr/share/wordpress/wp-admin>
    # Until the setup is complete, the site belongs to whoever opens this page first.
    <Files install.php>
      AuthType Basic
      AuthName "WordPress setup"
      AuthUserFile /etc/wordpress/setup.htpasswd
      Require valid-user
    </Files>
  </Directory>
  <Directory /var/lib/wordpress/wp-content>
    Options FollowSymLinks
    Require all granted
  </Directory>
  <Directory /var/lib/wordpress/wp-content/uploads>
    php_admin_flag engine off
  </Directory>
</VirtualHost>
END
a2enmod -q rewrite
a2dissite -q 000-default
a2ensite -q wordpress
systemctl restart apache2

install -m 600 /dev/null /root/wordpress.txt
cat > /root/wordpress.txt <<END
Setup page: /wp-admin/install.php
User: setup
Password: $setup
END
`;
