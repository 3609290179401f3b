import { existsSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Refused } from '../outcomes.ts';

/** Where distributions install OVMF (Debian, Fedora, Arch): the code, and the template of its variables. */
const places = [
  ['/usr/share/OVMF/OVMF_CODE_4M.fd', '/usr/share/OVMF/OVMF_VARS_4M.fd'],
  ['/usr/share/OVMF/OVMF_CODE.fd', '/usr/share/OVMF/OVMF_VARS.fd'],
  ['/usr/share/edk2/x64/OVMF_CODE.4m.fd', '/usr/share/edk2/x64/OVMF_VARS.4m.fd'],
] as const;

/**
 * The UEFI firmware of a machine, with variables of its own.
 * @param folder of the machine
 * @throws Refused when the host has none
 */
export async function findFirmware(folder: string): Promise<{ code: string; variables: string }> {
  const [code, template] = places.find((paths) => paths.every((path) => existsSync(path))) ?? [];
  if (code === undefined || template === undefined) throw new Refused('server:reason.noFirmware');
  const variables = join(folder, 'uefi.fd');
  if (!existsSync(variables)) await copyFile(template, variables);
  return { code, variables };
}
