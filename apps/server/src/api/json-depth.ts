/** Deeper than anything that the API takes; parsing, checking and copying what is deeper costs more than it should. */
export const MAX_JSON_DEPTH = 50;

/** Whether arrays and objects lie in each other deeper than the limit. Reads each character once, and parses nothing. */
export function isTooDeep(json: string, limit = MAX_JSON_DEPTH): boolean {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (inText) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) inText = false;
    } else if (code === QUOTE) {
      inText = true;
    } else if (code === SQUARE || code === CURLY) {
      depth += 1;
      if (depth > limit) return true;
    } else if (code === SQUARE_END || code === CURLY_END) {
      depth -= 1;
    }
  }
  return false;
}

const QUOTE = 34;
const SQUARE = 91;
const BACKSLASH = 92;
const SQUARE_END = 93;
const CURLY = 123;
const CURLY_END = 125;
