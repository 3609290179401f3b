import type { Logger } from 'pino';
import { NotReady, Refused } from '../outcomes.ts';
import { isCloudError } from './api/errors.ts';

const OPERATOR_MS = 60_000;

/**
 * What an error of the cloud means for an entity. What the cloud or its operator may correct is waited for; what is left is repeated a few
 * times by the convergence and has failed then.
 * @param faultMs until a service that didn't respond is asked again
 */
export function toOutcome(error: unknown, log: Pick<Logger, 'warn' | 'error'>, entity: string, faultMs: number): unknown {
  if (!isCloudError(error)) return error;
  const { service, status, requestId, message } = error;
  const facts = { entity, service, status, requestId, fault: message };
  if (error.isTemporary) {
    log.warn(facts, 'cloud is not available');
    return new NotReady(message, error.retryAfterMs ?? faultMs);
  }
  switch (error.code) {
    case 'unauthorized':
    case 'forbidden':
      log.error(facts, 'the service user may not do this');
      return new NotReady(message, OPERATOR_MS);
    case 'quota':
      log.error(facts, 'quota of the project is used up');
      return new Refused('server:reason.quota', {}, { cause: error });
    case 'badRequest':
      log.error(facts, 'cloud refused the request');
      return new Refused('server:reason.hostFault', {}, { cause: error });
    default:
      return error;
  }
}
