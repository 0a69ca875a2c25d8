import { hash, timingSafeEqual } from 'node:crypto';
import { readClickId, writeClickId } from '@placard/contract/wire/click-id';
import {
  DECISION,
  type DecisionPayload,
  readDecisionPayload,
  TOKEN_BYTES,
  TOKEN_MAC_BYTES,
  TOKEN_PAYLOAD_BYTES,
  TOKEN_TEXT_LENGTH,
  writeDecisionPayload,
} from '@placard/contract/wire/decision-token';
import { type PreviewLink, readPreviewLink } from '@placard/contract/wire/preview-link';
import { readTrackingLink, type TrackingLink } from '@placard/contract/wire/tracking-link';

export const SIGNING_KEY_BYTES = 32;

const KEY_ID_AT = DECISION.at.keyId;
const PAYLOAD_AT = SIGNING_KEY_BYTES;
const MAC_AT = PAYLOAD_AT + TOKEN_PAYLOAD_BYTES;
const TEXT_PATTERN = /^[A-Za-z0-9_-]{80}$/;

/**
 * MAC = first 16 bytes of SHA-512/256(key ‖ payload). SHA-512/256 is a chopped hash: its output is half its state, so
 * nothing can be appended; the length is fixed besides. One-shot `crypto.hash` takes 0.4 µs here where an HMAC with a
 * KeyObject takes 2.3 (docs/adr/0010-decision-token-mac.md). Handing the digest over as text is three times as fast
 * as a fresh Buffer.
 */
class Mac {
  /** key ‖ payload ‖ MAC: the token's bytes are its tail, so nothing is copied. */
  readonly bytes = Buffer.alloc(SIGNING_KEY_BYTES + TOKEN_BYTES);
  readonly view = new DataView(this.bytes.buffer, this.bytes.byteOffset, this.bytes.byteLength);
  readonly token = this.bytes.subarray(PAYLOAD_AT);
  private readonly input = this.bytes.subarray(0, MAC_AT);

  constructor(key: Uint8Array) {
    if (key.byteLength !== SIGNING_KEY_BYTES) {
      throw new RangeError(`a signing key has ${SIGNING_KEY_BYTES} bytes, not ${key.byteLength}`);
    }
    this.bytes.set(key);
  }

  /** The 32 digest bytes, one per character. */
  digest(): string {
    return hash('sha512-256', this.input, 'binary');
  }
}

/** A token whose MAC held. Its bytes are the checker's own and change with the next check. */
export type CheckedToken = { readonly payload: DecisionPayload; readonly payloadBytes: Uint8Array };

/** Signs decisions with the newest key that has begun to and checks tokens of every key that is known. */
export class TokenKeys {
  private readonly macs = new Map<number, Mac>();
  private readonly known: { readonly id: number; readonly key: Uint8Array; readonly signsFromMs: number }[] =
    [];
  private signer: Mac | null = null;
  private signerId = 0;
  private nowMs = 0;
  private readonly given = Buffer.alloc(TOKEN_BYTES);
  private readonly givenMac = this.given.subarray(TOKEN_PAYLOAD_BYTES);
  private readonly givenPayload = this.given.subarray(0, TOKEN_PAYLOAD_BYTES);
  private readonly expectedMac = Buffer.alloc(TOKEN_MAC_BYTES);

  /** Adds a key, which checks at once, or leaves a known one; of those that have begun to the highest id signs. */
  add(keyId: number, key: Uint8Array, signsFromMs = 0): void {
    if (this.macs.has(keyId)) return;
    this.macs.set(keyId, new Mac(key));
    this.known.push({ id: keyId, key: Uint8Array.from(key), signsFromMs });
    this.signAsOf(this.nowMs);
  }

  /** From now on signs whoever does so at this time. */
  signAsOf(nowMs: number): void {
    this.nowMs = nowMs;
    const signing = this.signingAt(nowMs);
    if (signing === null || signing.id === this.signerId) return;
    this.signerId = signing.id;
    this.signer = new Mac(signing.key);
  }

  private signingAt(atMs: number) {
    const begun = this.known.filter(({ signsFromMs }) => signsFromMs <= atMs);
    return begun.length === 0 ? null : begun.reduce((best, each) => (each.id > best.id ? each : best));
  }

  get newestId(): number {
    return this.signerId;
  }

  /** @returns the token's 80 characters. The payload's `keyId` must be `newestId`. @throws Error without a key. */
  sign(payload: DecisionPayload): string {
    const mac = this.signer;
    if (mac === null) throw new Error('no signing key is loaded');
    writeDecisionPayload(mac.view, PAYLOAD_AT, payload);
    mac.bytes.write(mac.digest(), MAC_AT, TOKEN_MAC_BYTES, 'latin1');
    return mac.token.toString('base64url');
  }

  /** A click id for the landing address of a decision's click. @throws Error without a key. */
  signClickId(decision: DecisionPayload, clickedAtMs: number): string {
    const mac = this.signer;
    if (mac === null) throw new Error('no signing key is loaded');
    writeClickId(mac.view, PAYLOAD_AT, { ...decision, keyId: this.signerId }, clickedAtMs);
    mac.bytes.write(mac.digest(), MAC_AT, TOKEN_MAC_BYTES, 'latin1');
    return mac.token.toString('base64url');
  }

  /** @returns the 44 bytes of a click id, `null` for one that none of the keys signed. They change with the next check. */
  checkClickId(text: string): Uint8Array | null {
    const mac = this.verified(text);
    return mac !== null && readClickId(mac.view, PAYLOAD_AT) !== null ? this.givenPayload : null;
  }

  /** @returns `null` for a token that none of the keys signed. */
  check(text: string): CheckedToken | null {
    const mac = this.verified(text);
    const payload = mac === null ? null : readDecisionPayload(mac.view, PAYLOAD_AT);
    return payload === null ? null : { payload, payloadBytes: this.givenPayload };
  }

  /** @returns what a tracking address is for, `null` for one that none of the keys signed. */
  checkTrackingLink(text: string): TrackingLink | null {
    const mac = this.verified(text);
    return mac === null ? null : readTrackingLink(mac.view, PAYLOAD_AT);
  }

  /** @returns which creative may be looked at and until when, `null` for what none of the keys signed. */
  checkPreviewLink(text: string): PreviewLink | null {
    const mac = this.verified(text);
    return mac === null ? null : readPreviewLink(mac.view, PAYLOAD_AT);
  }

  /** The key whose MAC the text carries, with the payload in its view. */
  private verified(text: string): Mac | null {
    if (!isTokenText(text)) return null;
    this.given.write(text, 0, TOKEN_BYTES, 'base64url');
    const mac = this.macs.get(this.given[KEY_ID_AT] as number);
    if (mac === undefined) return null;
    mac.token.set(this.givenPayload);
    this.expectedMac.write(mac.digest(), 0, TOKEN_MAC_BYTES, 'latin1');
    return timingSafeEqual(this.expectedMac, this.givenMac) ? mac : null;
  }

  /** The creative named by a token that nobody vouches for; good enough to send a visitor on to what a review approved. */
  unverifiedCreativeId(text: string): number | null {
    if (!isTokenText(text)) return null;
    this.given.write(text, 0, TOKEN_BYTES, 'base64url');
    return this.given.readUInt32BE(DECISION.at.creativeId);
  }
}

/** 80 characters of base64url: safe inside HTML and headers, whoever made it. */
export function isTokenText(text: string): boolean {
  return text.length === TOKEN_TEXT_LENGTH && TEXT_PATTERN.test(text);
}
