import type { ServerSettings } from '../../db/tables/cloud/server.ts';

export const noSettings: ServerSettings = {
  sshKeys: [],
  userData: null,
  firewallIds: [],
  networks: [],
  volumeIds: [],
  extra: { cpanel: false, plesk: false },
};
