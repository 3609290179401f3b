import { compileNetworks, covers } from '../../core/network.ts';
import { challengeName, hasPassed } from './challenge.ts';
import { matchesPath } from './pattern.ts';
import { durationSeconds, type Passage, parseTime, step, type Verdict } from './types.ts';

/**
 * The challenge for every visitor. Under attack, everybody is challenged, even if challenges are off, and an L3/4 challenge,
 * which browsers don't notice, becomes a JS challenge. L3/4 filters packets, so any HTTP request has already passed it.
 */
export function ddos({ config, visit }: Passage): Verdict {
  const { enabled, challengeType, passTime, exceptions, underAttackUntil } = config.ddos;
  const until = parseTime(underAttackUntil);
  const attack = until !== null && until > visit.now;
  if (!enabled && !attack) return { steps: [step('ddos', 'skip', 'ddosOff')] };
  const { network } = visit;
  const ranges = compileNetworks(exceptions);
  const exception = exceptions.find((one, place) => {
    const range = ranges[place];
    return (range && network && covers(range, network)) || matchesPath(one, visit);
  });
  if (exception !== undefined)
    return { steps: [step('ddos', 'allow', 'ddosException', { exception }, { item: { id: exception, title: exception } })] };
  const type = attack && challengeType === 'l34' ? 'js' : challengeType;
  if (type === 'l34') return { steps: [step('ddos', 'pass', 'ddosNetwork')] };
  const challenge = challengeName(type);
  const seconds = durationSeconds(passTime);
  if (hasPassed(type, seconds, visit)) return { steps: [step('ddos', 'pass', 'challengePassed', { challenge, time: { seconds } })] };
  const challenged = attack ? step('ddos', 'challenge', 'underAttack', { challenge, until: { at: until } }) : null;
  return { steps: [challenged ?? step('ddos', 'challenge', 'ddosChallenge', { challenge })], end: { outcome: 'challenged', status: 403 } };
}
