import { DECISION, type DecisionPayload } from '../decision-token.ts';
import {
  RECORD_TYPE_TALLY,
  RECORD_TYPE_TOKEN_EVENT,
  TALLY,
  type Tally,
  TOKEN_EVENT,
} from '../event-record.ts';
import { RECORD_TYPE_AT, viewOf } from '../layout.ts';

export type TokenEvent = ReturnType<typeof TOKEN_EVENT.read> & {
  readonly type: typeof RECORD_TYPE_TOKEN_EVENT;
  readonly viewerHashAt: number;
  /** `null` where the token was not ours. */
  readonly decision: DecisionPayload | null;
};

/** Walks a body's token events and tallies in order. @throws RangeError where a length does not fit: the body is damaged. */
export function* readEventRecords(
  body: Uint8Array,
): Generator<TokenEvent | (Tally & { readonly type: typeof RECORD_TYPE_TALLY })> {
  const view = viewOf(body);
  let offset = 0;
  while (offset < body.byteLength) {
    const length = body.byteLength - offset >= 3 ? view.getUint16(offset) : 0;
    if (length < 3 || offset + length > body.byteLength) {
      throw new RangeError(`event record at byte ${offset} has length ${length} of ${body.byteLength}`);
    }
    const type = view.getUint8(offset + RECORD_TYPE_AT);
    if (type === RECORD_TYPE_TOKEN_EVENT && length === TOKEN_EVENT.bytes) {
      const decision = DECISION.read(view, offset + TOKEN_EVENT.at.decision);
      const viewerHashAt = offset + TOKEN_EVENT.at.viewerHash;
      yield { type, ...TOKEN_EVENT.read(view, offset), viewerHashAt, decision };
    } else if (type === RECORD_TYPE_TALLY && length === TALLY.bytes) {
      yield { type, ...TALLY.read(view, offset) };
    }
    offset += length;
  }
}
