/** Which of so many settlers has an advertiser: mixed, because ids of one kind may lie a step apart. */
export function sliceOf(advertiserId: number, settlers: number): number {
  let hash = Math.imul(advertiserId ^ (advertiserId >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) % settlers;
}
