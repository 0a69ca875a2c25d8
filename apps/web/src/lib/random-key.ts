/**
 * 128 bits of chance as text, which nobody else has. Not `crypto.randomUUID`: browsers have that over https and on localhost only,
 * and a network is tried out at an address of the house's own before it has a certificate.
 */
export function randomKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}
