import { DAY } from '../../time.ts';

/**
 * The calls that a key can propose. Each does everything in one transaction, so that what it would change is found by rolling it back
 * (docs/decisions/0071); `provider/account/proposal/proposal.test.ts` checks it.
 */
export const proposable = [
  'dns.create',
  'dns.update',
  'dns.delete',
  'dns.batch',
  'pageRule.create',
  'pageRule.update',
  'pageRule.delete',
  'pageRule.toggleDeploy',
  'cache.delete',
  'serverAction.powerOn',
  'serverAction.powerOff',
  'serverAction.restart',
  'serverAction.reboot',
] as const;
export type Proposable = (typeof proposable)[number];

/** `expired`: nobody has decided in time. */
export const proposalStates = ['pending', 'approved', 'rejected', 'expired'] as const;
export type ProposalState = (typeof proposalStates)[number];

export const proposalLimits = {
  /** How long a proposal can be approved. */
  validMs: 7 * DAY,
  /** How long it is stored. */
  keptMs: 90 * DAY,
  /** Proposals of one key that wait for a decision. */
  pending: 20,
} as const;
