/** RFC 3492, section 5: the constants of Punycode. */
const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const FIRST_BIAS = 72;
const FIRST_CODE_POINT = 128;
const LAST_CODE_POINT = 0x10ffff;

const PREFIX = 'xn--';

/**
 * A stored domain as people write it: `bücher.example` for `xn--bcher-kva.example`. Only what leads back to the stored
 * name is shown so; anything else stays as it is stored. Never to be compared with or stored: it is for eyes.
 */
export function shownDomain(stored: string): string {
  if (!stored.includes(PREFIX)) return stored;
  return stored
    .split('.')
    .map((label) => (label.startsWith(PREFIX) ? (unicodeLabel(label) ?? label) : label))
    .join('.');
}

/**
 * What `xn--…` stands for, or `null` where it stands for nothing a browser would ever ask for: text that is no Punycode,
 * or letters that are written otherwise (capitals, forbidden signs). Not every URL parser looks into such a label.
 */
export function unicodeLabel(label: string): string | null {
  const shown = decodePunycode(label.slice(PREFIX.length));
  if (shown === null) return null;
  // Plain letters behind the prefix, or a dot in disguise, are another name.
  try {
    return new URL(`http://${shown}.example`).hostname === `${label}.example` ? shown : null;
  } catch {
    return null;
  }
}

/** The text of Punycode in lower case, `null` where it is none. The counters stay far below what a number holds exactly. */
export function decodePunycode(code: string): string | null {
  const delimiter = code.lastIndexOf('-');
  const points = Array.from(delimiter > 0 ? code.slice(0, delimiter) : '', (sign) => sign.charCodeAt(0));
  if (points.some((point) => point >= FIRST_CODE_POINT)) return null;
  let at = delimiter > 0 ? delimiter + 1 : 0;
  let point = FIRST_CODE_POINT;
  let bias = FIRST_BIAS;
  let position = 0;
  while (at < code.length) {
    const step = readStep(code, at, bias);
    if (step === null) return null;
    const length = points.length + 1;
    bias = adapt(step.delta, length, at === (delimiter > 0 ? delimiter + 1 : 0));
    at = step.next;
    position += step.delta;
    point += Math.floor(position / length);
    position %= length;
    if (point > LAST_CODE_POINT || (point >= 0xd800 && point <= 0xdfff)) return null;
    points.splice(position, 0, point);
    position += 1;
  }
  return String.fromCodePoint(...points);
}

/** A number of variable length that begins at `from`. */
function readStep(code: string, from: number, bias: number): { delta: number; next: number } | null {
  let delta = 0;
  let weight = 1;
  for (let at = from, k = BASE; at < code.length; at += 1, k += BASE) {
    const digit = digitOf(code.charCodeAt(at));
    if (digit === null) return null;
    delta += digit * weight;
    if (delta > 2 ** 31) return null;
    const threshold = Math.min(Math.max(k - bias, T_MIN), T_MAX);
    if (digit < threshold) return { delta, next: at + 1 };
    weight *= BASE - threshold;
  }
  return null;
}

/** a to z are 0 to 25, 0 to 9 are 26 to 35. */
function digitOf(sign: number): number | null {
  if (sign >= 0x61 && sign <= 0x7a) return sign - 0x61;
  return sign >= 0x30 && sign <= 0x39 ? sign - 0x30 + 26 : null;
}

function adapt(delta: number, length: number, first: boolean): number {
  let left = Math.floor(delta / (first ? DAMP : 2));
  left += Math.floor(left / length);
  let k = 0;
  for (; left > ((BASE - T_MIN) * T_MAX) / 2; k += BASE) left = Math.floor(left / (BASE - T_MIN));
  return k + Math.floor(((BASE - T_MIN + 1) * left) / (left + SKEW));
}
