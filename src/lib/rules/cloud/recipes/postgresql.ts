import { prelude } from './shell.ts';

/** PostgreSQL with one role and its database. Other computers connect with TLS and a password; the superuser has none. */
export const postgresql = `${prelude}
packages postgresql

password=$(secret)
cd /etc/postgresql/*/main
cat > conf.d/network.conf <<'END'
listen_addresses = '*'
password_encryption = 'scram-sha-256'
END
echo 'hostssl all all all scram-sha-256' >> pg_hba.conf
systemctl restart postgresql
runuser -u postgres -- psql -q -v ON_ERROR_STOP=1 <<END
CREATE ROLE app LOGIN PASSWORD '$password';
CREATE DATABASE app OWNER app;
END

install -m 600 /dev/null /root/postgresql.txt
cat > /root/postgresql.txt <<END
Port: 5432
Database: app
User: app
Password: $password
END
`;
