import { type Recipe, withScript } from './recipe.ts';

const script = `#!/bin/sh
set -eu
# A database and its owner, for programs on this server; the password is in /root/postgresql.txt.
password=$(openssl rand -hex 16)
umask 077
runuser -u postgres -- psql -v ON_ERROR_STOP=1 -q <<END
CREATE ROLE app LOGIN PASSWORD '$password';
CREATE DATABASE app OWNER app;
END
echo "postgresql://app:$password@localhost/app" > /root/postgresql.txt
`;

/** PostgreSQL with a database. It listens on the loopback address only, as Debian sets it up. */
export const postgresql: Recipe = { userData: withScript(['postgresql', 'openssl'], script), memory: 1, ports: [] };
