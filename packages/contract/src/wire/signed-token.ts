import { TOKEN_MAC_BYTES } from './decision-token.ts';

/**
 * The bytes of a token: its payload and the MAC.
 * @param sha512_256 32 bytes of the hash of its argument, as decisions are signed: SHA-512/256(key ‖ payload)
 */
export function signedToken(
  payload: Uint8Array,
  secret: Uint8Array,
  sha512_256: (input: Uint8Array) => Uint8Array,
): Uint8Array {
  const input = new Uint8Array(secret.byteLength + payload.byteLength);
  input.set(secret);
  input.set(payload, secret.byteLength);
  const token = new Uint8Array(payload.byteLength + TOKEN_MAC_BYTES);
  token.set(payload);
  token.set(sha512_256(input).subarray(0, TOKEN_MAC_BYTES), payload.byteLength);
  return token;
}
