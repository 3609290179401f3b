import type { TKey } from '../../lib/i18n/keys.ts';
import { refusals } from '../lock.ts';

/** Refusals that a colleague with another role would not get. Not by the whole key of `team`: every page would get its texts. */
const ofRights = /^error:(role|supportView)$|:error\.ownOnly$/;

/** A failed call, ready to be shown: `message` is in the language of the page. */
export class ApiError extends Error {
  readonly code: TKey;
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /** Messages by field, for a form. */
  readonly fields: Readonly<Record<string, string>>;
  /** Other fields of the response, such as `needed`, `lockedUntil` or `errors`. */
  readonly details: Readonly<Record<string, unknown>>;
  /** A snackbar has already shown it. */
  shown = false;

  constructor(code: TKey, status: number, message: string, details: Record<string, unknown> = {}) {
    super(message);
    if (ofRights.test(code)) refusals.add(message);
    this.code = code;
    this.status = status;
    this.details = details;
    this.fields = (details.fields as Record<string, string> | undefined) ?? {}; // the contract's error shape
  }
}
