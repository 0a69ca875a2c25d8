/** Before each dot, and after `@` and `/`. A text with spaces breaks there, and is one part; so is an empty one. */
export function partsOfAddress(text: string): readonly string[] {
  const parts = /\s/.test(text) ? null : text.match(/\.*[^.@/]+[@/]*|[.@/]+/g);
  return parts ?? [text];
}
