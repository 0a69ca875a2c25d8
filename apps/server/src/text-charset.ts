/** Types of files that are text, without an encoding of their own in it that every reader looks for. */
const TEXTS = /^(?:text\/[\w.+-]+|application\/xml)$/i;

/** A media type that says how its text is encoded: all that is written here is UTF-8. Others, and those that say it, stay as they are. */
export function withCharset(mediaType: string): string {
  return TEXTS.test(mediaType) ? `${mediaType}; charset=utf-8` : mediaType;
}
