import { send } from '../../../browser/api/client.ts';
import { saveFile } from '../../../browser/api/saveFile.ts';
import { zone } from '../../../lib/contract/cdn/zone.ts';

/** Downloads the zone file of a domain. A failure is reported in a snackbar. */
export async function exportZone(domainId: string): Promise<void> {
  const answer = await send(zone.export, { domainId }).catch(() => null);
  if (answer) saveFile(answer.fileName, answer.zone, 'text/plain');
}
