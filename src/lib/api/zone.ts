import { zone } from '../contract/zone.ts';
import { send } from './client.ts';
import { saveFile } from './save-file.ts';

/** Fetches the zone file of a domain and offers it to be saved. A failure is told by the snackbar. */
export async function exportZone(domainId: string): Promise<void> {
  const answer = await send(zone.export, { domainId }).catch(() => null);
  if (answer) saveFile(answer.fileName, answer.zone, 'text/plain');
}
