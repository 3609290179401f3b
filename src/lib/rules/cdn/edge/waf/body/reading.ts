import type { Part } from '../parts.ts';

/** Why a body, or a part of it, can't be inspected (`edge:unread.<cause>`). Origins disagree about such bodies, or read more than the edge. */
export const unreadCauses = [
  'contentType',
  'encoding',
  'expansion',
  'charset',
  'json',
  'depth',
  'count',
  'boundary',
  'multipart',
  'nested',
] as const;
export type Unread = (typeof unreadCauses)[number];

/** The ID of a cause in findings, exceptions and logs. */
export const unreadId = (cause: Unread): string => `protocol-body-${cause}`;
/** In the log: only the start of a body was inspected. */
export const partialId = 'body-partial';
/** In the log: the inspection ended at its deadline. */
export const lateId = 'inspection-late';

/** A request's body as the WAF gets it. */
export interface RequestBody {
  /** Its start, without content encodings; with `unread`, as received. */
  bytes: Uint8Array;
  /** There is more than `bytes`. */
  isPartial: boolean;
  /** The content encoding couldn't be decoded. */
  unread: Unread | null;
}
export const noBody: RequestBody = { bytes: new Uint8Array(), isPartial: false, unread: null };

/** Words cost nothing to inspect; everything else takes microseconds, and 128 KiB have room for 40,000 values. */
const maxValues = 10_000;
/** Of more values than that, these are inspected: the request is blocked anyway, or only logged. */
const inspectedValues = 1_000;
const word = /^[\w-]*$/;

/** What was read of a body. */
export class Reading {
  readonly parts: Part[] = [];
  readonly unread = new Set<Unread>();
  /** Only the start was read. False if there was nothing to inspect, as in an image. */
  isPartial = false;
  #values = 0;
  readonly #isPosted: boolean;

  /** @param isPosted whether it's read from the request's body */
  constructor(isPosted: boolean) {
    this.#isPosted = isPosted;
  }

  /** @param name the parameter; it's shortened */
  add(place: Part['place'], name: string, text: string): void {
    if (text === '') return;
    if (!word.test(text) && ++this.#values > maxValues) this.exceed();
    else if (!this.unread.has('count')) this.parts.push({ place, name: name.slice(0, 60), text, isPosted: this.#isPosted });
  }

  /** There are more values than the limit. */
  exceed(): void {
    this.unread.add('count');
    if (this.parts.length > inspectedValues) this.parts.length = inspectedValues;
  }
}
