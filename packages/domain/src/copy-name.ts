const COPY_MARK = ' (copy)';

/**
 * What a copy is called: the name of what was copied, marked, within the length that names of its kind may have. It is
 * cut between characters as people see them, so that half an emoji is no part of it.
 * @param maxLength in UTF-16 units, as the schemas count
 */
export function copyName(name: string, maxLength: number): string {
  const room = maxLength - COPY_MARK.length;
  let kept = '';
  for (const { segment } of new Intl.Segmenter('en').segment(name)) {
    if (kept.length + segment.length > room) break;
    kept += segment;
  }
  return `${kept.trimEnd()}${COPY_MARK}`.trim();
}
