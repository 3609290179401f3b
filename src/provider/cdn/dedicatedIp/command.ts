import { translator } from '../../../lib/i18n/server.ts';
import { iso } from '../../../lib/time.ts';
import type { Work } from '../../core/services.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { assignAddress, type Listed, listRequests, refuseRequest } from './decide.ts';

const usage = `Dedicated addresses:
  npm run operator -- dedicated-ip                         lists requests and addresses
  npm run operator -- dedicated-ip assign DOMAIN ADDRESS   assigns an address that you have set aside
  npm run operator -- dedicated-ip refuse DOMAIN REASON    refuses, with a reason that the customer reads`;

const formatAssignment = ({ status, name, plan, email, ip, reason, note, requestedAt, allowed }: Listed): string => {
  const facts = [`asked ${iso(requestedAt).slice(0, 10)}`, email, `plan ${plan}`];
  if (status === 'requested' && !allowed) facts.push('on hold: the plan lacks it');
  if (ip) facts.push(ip);
  if (reason) facts.push(`reason: ${joinRows(reason)}`);
  if (note) facts.push(`answer: ${joinRows(note)}`);
  return `${status.padEnd(9)}  ${name}  (${facts.join(', ')})`;
};
/** Strips control characters, so customer input can't control the operator's terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const joinRows = (text: string): string => text.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ');

/**
 * `npm run operator -- dedicated-ip …`.
 * @returns the output
 * @throws {Error} with a readable message
 */
export async function dedicatedIpCommand(work: Work<'store' | 'env' | 'jobs'>, args: readonly string[]): Promise<string> {
  const [action, name, ...rest] = args;
  try {
    if (action === undefined) {
      const listed = await listRequests(work.services.store.reader);
      return listed.length > 0 ? listed.map(formatAssignment).join('\n') : 'Nobody has asked for a dedicated address.';
    }
    if (action === 'assign' && name && rest.length === 1) {
      const { ip } = await assignAddress(work, name, rest.join(''));
      return `${name} has ${ip} now, and its customer was told.`;
    }
    if (action === 'refuse' && name && rest.length > 0) {
      await refuseRequest(work, name, rest.join(' '));
      return `The request of ${name} is refused, and its customer was told.`;
    }
  } catch (error) {
    if (error instanceof Refusal) throw new Error(translator('en')(error.code, error.details.params));
    throw error;
  }
  throw new Error(usage);
}
