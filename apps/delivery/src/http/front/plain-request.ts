import { RequestHead } from '../request-head.ts';

/** What stands at a place of what a connection has sent. */
export const SENT = {
  /** The beginning of a request that may become one of the others. */
  part: 0,
  /** A whole request that the front reads as `node:http` would. */
  whole: 1,
  /** Anything else, well formed or not. */
  foreign: 2,
} as const;
export type Sent = (typeof SENT)[keyof typeof SENT];

/** Address and headers of a request that the front reads by itself; far below what `node:http` takes. */
export const LARGEST_HEAD = 7_000;
/** The body that is waited for. */
export const LARGEST_BODY = 64 * 1_024;

const GET = 'GET ';
const POST = 'POST ';
/** Their answers may differ in nothing but the body: node:http writes them. */
const OTHERS = ['HEAD ', 'OPTIONS '];
const METHODS = [GET, POST, ...OTHERS];
const LONGEST_METHOD = 8;
const VERSION = ' HTTP/1.1\r\n';
const CR = 13;
const LF = 10;
const COLON = 58;
const SPACE = 32;
const TAB = 9;

const IN_URL = 1;
const IN_NAME = 2;
const IN_VALUE = 4;

/**
 * What a character may stand in. Of an address only letters that every reader of HTTP takes for themselves: no fragment, nothing
 * beyond ASCII.
 */
const KIND_OF_CHARACTER = new Uint8Array(256);
for (let code = 0; code < 256; code += 1) {
  const letter = String.fromCharCode(code);
  if (/[\w\-.~%&=?,:/@+!*'();$[\]|]/.test(letter)) KIND_OF_CHARACTER[code] = IN_URL;
  if (/[\w!#$%&'*+\-.^`|~]/.test(letter)) KIND_OF_CHARACTER[code] = (KIND_OF_CHARACTER[code] ?? 0) | IN_NAME;
  if (code === TAB || (code >= SPACE && code !== 127)) {
    KIND_OF_CHARACTER[code] = (KIND_OF_CHARACTER[code] ?? 0) | IN_VALUE;
  }
}

/** Names that say how a request is framed or kept. */
const FRAMING_NAMES = [
  ...['host', 'connection', 'content-length', 'transfer-encoding', 'proxy-connection', 'http2-settings'],
  ...['upgrade', 'expect', 'trailer', 'te'],
];

const OF_HEAD = 1;
const OF_FRAMING = 2;

/** What is read, as bytes and as text of one byte a character. */
export type SentBytes = { readonly bytes: Uint8Array; readonly text: string };

/**
 * Reads one request of HTTP/1.1: letters from the bytes, which takes a third of the time that the text's would, and what is kept
 * from the text. Only what leaves no room for a second reading is whole:
 * names and values of the letters that RFC 9110 has for them, lines ended by CR LF, one Host, a body only of POST and only
 * of a Content-Length, nothing that changes how the connection goes on. Reused: what was read holds until the next `read`.
 */
export class PlainRequest {
  readonly head: RequestHead;
  isPost = false;
  isGet = false;
  url = '';
  bodyAt = 0;
  /** Where the next request begins. */
  end = 0;
  private hosts = 0;
  private lengths = 0;
  private bodyLength = 0;
  /** By `traitsOf` a name, who may ask for it. Of a browser's fourteen headers eight are told apart by that alone. */
  private readonly wanted = new Uint8Array(TRAITS);

  constructor(countryName: string | null) {
    this.head = new RequestHead(countryName);
    for (const name of FRAMING_NAMES) this.want(name, OF_FRAMING);
    for (const name of this.head.names) this.want(name, OF_HEAD);
  }

  private want(name: string, by: number): void {
    const traits = traitsOf(Buffer.from(name, 'latin1'), 0, name.length);
    this.wanted[traits] = (this.wanted[traits] ?? 0) | by;
  }

  read(sent: SentBytes, at: number, peer: string): Sent {
    const { bytes, text } = sent;
    this.end = 0;
    const urlAt = this.readMethod(text, at);
    if (urlAt <= 0) return urlAt === 0 ? SENT.part : SENT.foreign;
    const urlEnd = afterLetters(bytes, urlAt, IN_URL);
    if (urlEnd - at > LARGEST_HEAD) return SENT.foreign;
    if (!text.startsWith(VERSION, urlEnd)) {
      return VERSION.startsWith(text.slice(urlEnd)) && beginsAddress(text, urlAt) ? SENT.part : SENT.foreign;
    }
    if (!beginsAddress(text, urlAt)) return SENT.foreign;
    this.head.begin(peer);
    this.hosts = 0;
    this.lengths = 0;
    this.bodyLength = 0;
    const found = this.readHeaders(sent, { begin: at, at: urlEnd + VERSION.length });
    if (found !== SENT.whole) return found;
    if (this.hosts !== 1 || this.lengths !== Number(this.isPost)) return SENT.foreign;
    this.url = text.slice(urlAt, urlEnd);
    this.end = this.bodyAt + this.bodyLength;
    return this.end <= text.length ? SENT.whole : SENT.part;
  }

  /** @returns where the address begins; 0 where the method may still become one of ours, -1 where it can't. */
  private readMethod(text: string, at: number): number {
    this.isGet = text.startsWith(GET, at);
    if (this.isGet) {
      this.isPost = false;
      return at + GET.length;
    }
    this.isPost = text.startsWith(POST, at);
    if (this.isPost) return at + POST.length;
    const other = OTHERS.find((method) => text.startsWith(method, at));
    if (other !== undefined) return at + other.length;
    const begun = text.slice(at, at + LONGEST_METHOD);
    return METHODS.some((method) => method.startsWith(begun)) ? 0 : -1;
  }

  private readHeaders(
    { bytes, text }: SentBytes,
    from: { readonly begin: number; readonly at: number },
  ): Sent {
    const longest = from.begin + LARGEST_HEAD;
    let { at } = from;
    for (;;) {
      if (at > longest) return SENT.foreign;
      if (bytes[at] === CR) {
        if (at + 1 >= bytes.length) return SENT.part;
        this.bodyAt = at + 2;
        return bytes[at + 1] === LF ? SENT.whole : SENT.foreign;
      }
      const colon = afterLetters(bytes, at, IN_NAME);
      if (colon < bytes.length && (colon === at || bytes[colon] !== COLON)) return SENT.foreign;
      const end = afterLetters(bytes, colon + 1, IN_VALUE);
      if (end > longest) return SENT.foreign;
      if (end >= bytes.length) return SENT.part;
      if (bytes[end] !== CR) return SENT.foreign;
      if (end + 1 >= bytes.length) return SENT.part;
      if (bytes[end + 1] !== LF) return SENT.foreign;
      const by = this.wanted[traitsOf(bytes, at, colon)] ?? 0;
      if (by !== 0) {
        const name = text.slice(at, colon);
        const value = trimmed(text, bytes, colon + 1, end);
        if ((by & OF_HEAD) !== 0) this.head.take(name, value);
        if ((by & OF_FRAMING) !== 0 && !this.takeFraming(name, value)) return SENT.foreign;
      }
      at = end + 2;
    }
  }

  /** @returns whether the front can go on with it. */
  private takeFraming(name: string, value: string): boolean {
    switch (name.toLowerCase()) {
      case 'host':
        this.hosts += 1;
        return value !== '';
      case 'connection':
        return value === 'keep-alive' || value === 'Keep-Alive';
      case 'content-length':
        this.lengths += 1;
        this.bodyLength = /^\d{1,6}$/.test(value) ? Number(value) : LARGEST_BODY + 1;
        return this.bodyLength <= LARGEST_BODY;
      case 'transfer-encoding':
      case 'proxy-connection':
      case 'http2-settings':
      case 'upgrade':
      case 'expect':
      case 'trailer':
      case 'te':
        return false;
      default:
        return true;
    }
  }
}

/** One of a path of this server: `*` and whole addresses of proxies are not. */
function beginsAddress(text: string, at: number): boolean {
  return at >= text.length || text.charCodeAt(at) === 47;
}

/** The first place from `at` whose letter is of another kind; the length where there is none. */
function afterLetters(bytes: Uint8Array, at: number, kind: number): number {
  const { length } = bytes;
  let end = at;
  while (end < length && ((KIND_OF_CHARACTER[bytes[end] ?? 0] ?? 0) & kind) !== 0) end += 1;
  return Math.min(end, length);
}

const TRAITS = 2 ** 15;

/** Length, first and last letter of a name, whatever their case: another name may have the same. */
function traitsOf(bytes: Uint8Array, from: number, to: number): number {
  return (((to - from) & 31) << 10) | (((bytes[from] ?? 0) & 31) << 5) | ((bytes[to - 1] ?? 0) & 31);
}

/** Without the white space around it. */
function trimmed(text: string, bytes: Uint8Array, from: number, to: number): string {
  let begin = from;
  let end = to;
  while (begin < end && isBlank(bytes[begin])) begin += 1;
  while (end > begin && isBlank(bytes[end - 1])) end -= 1;
  return text.slice(begin, end);
}

function isBlank(code: number | undefined): boolean {
  return code === SPACE || code === TAB;
}
