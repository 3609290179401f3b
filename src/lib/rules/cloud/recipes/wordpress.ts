import { type Recipe, withScript } from './recipe.ts';

const script = `#!/bin/sh
set -eu
# WordPress for every name of this server. The first visitor creates the administrator, so nobody else may be faster: until then,
# only this server itself reaches the site.
password=$(openssl rand -hex 16)
mariadb <<END
CREATE DATABASE wordpress CHARACTER SET utf8mb4;
CREATE USER wordpress@localhost IDENTIFIED BY '$password';
GRANT ALL ON wordpress.* TO wordpress@localhost;
END
umask 027
cat > /etc/wordpress/config-default.php <<END
<?php
define('DB_NAME', 'wordpress');
define('DB_USER', 'wordpress');
define('DB_PASSWORD', '$password');
define('DB_HOST', 'localhost');
define('WP_CONTENT_DIR', '/var/lib/wordpress/wp-content');
END
chgrp www-data /etc/wordpress/config-default.php
umask 022
cat > /etc/apache2/sites-available/wordpress.conf <<END
<VirtualHost *:80>
  DocumentRoot /usr/share/wordpress
  Alias /wp-content /var/lib/wordpress/wp-content
  <Directory /usr/share/wordpress>
    Options FollowSymLinks
    AllowOverride Limit Options FileInfo
    DirectoryIndex index.php
    Require all granted
  </Directory>
  <Directory /var/lib/wordpress/wp-content>
    Options FollowSymLinks
    Require all granted
  </Directory>
  <Files install.php>
    Require local
  </Files>
</VirtualHost>
END
a2enmod -q rewrite
a2dissite -q 000-default
a2ensite -q wordpress
systemctl restart apache2
`;

/** WordPress with Apache and MariaDB. It is set up through a tunnel: `ssh -L 8080:localhost:80`. */
export const wordpress: Recipe = {
  userData: withScript(['wordpress', 'apache2', 'libapache2-mod-php', 'mariadb-server', 'openssl', 'php-mysql'], script),
  memory: 2,
  ports: [
    { protocol: 'tcp', port: 80 },
    { protocol: 'tcp', port: 443 },
  ],
};
