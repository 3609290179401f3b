import { prelude } from './shell.ts';

/** Docker's engine and command from Debian. AppArmor is on in Debian's kernel, and containers don't start without its parser. */
export const docker = `${prelude}
packages apparmor docker.io
systemctl enable --now docker
`;
