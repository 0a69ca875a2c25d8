import type { IncomingMessage } from 'node:http';
import { Remembered } from './remembered.ts';

const NAMES = [
  ...['user-agent', 'origin', 'referer', 'accept-language', 'x-forwarded-for', 'content-length'],
  ...['sec-purpose', 'purpose', 'x-purpose', 'x-moz'],
];

/**
 * The headers that delivery looks at, read from the raw list: `request.headers` would make an object of all of them,
 * which costs as much as the decision. Of a header sent twice the first counts, as in Node; X-Forwarded-For is joined.
 * The object is reused: what `read` found holds until its next call.
 */
export class RequestHead {
  userAgent = '';
  origin = '';
  referer = '';
  acceptLanguage = '';
  forwardedFor = '';
  /** Sec-Purpose and its forerunners. */
  purpose = '';
  contentLength = '';
  /** The configured country header. */
  country = '';
  /** Address of whom the connection is with; '' once it is gone. */
  peer = '';
  private readonly countryName: string;

  /** @param countryName lower case; `null` = none. */
  constructor(countryName: string | null) {
    this.countryName = countryName ?? '';
  }

  /** The names that `take` looks at, lower case. */
  get names(): readonly string[] {
    return [...NAMES, ...(this.countryName === '' ? [] : [this.countryName])];
  }

  read(request: IncomingMessage): this {
    this.begin(request.socket.remoteAddress ?? '');
    const raw = request.rawHeaders;
    for (let index = 0; index < raw.length; index += 2) this.take(raw[index] ?? '', raw[index + 1] ?? '');
    return this;
  }

  /** Forgets the request before. */
  begin(peer: string): void {
    this.peer = peer;
    this.userAgent = '';
    this.origin = '';
    this.referer = '';
    this.acceptLanguage = '';
    this.forwardedFor = '';
    this.purpose = '';
    this.contentLength = '';
    this.country = '';
  }

  /** One header; those that nobody asks for are passed over. */
  take(name: string, value: string): void {
    const { length } = name;
    if (this.countryName !== '' && length === this.countryName.length && this.country === '') {
      if (name.toLowerCase() === this.countryName) this.country = value;
    }
    // The lengths of the names below; most headers end here.
    if (length === 15) {
      if (is(name, 'X-Forwarded-For', 'x-forwarded-for')) {
        this.forwardedFor = this.forwardedFor === '' ? value : `${this.forwardedFor},${value}`;
      } else if (this.acceptLanguage === '' && is(name, 'Accept-Language', 'accept-language')) {
        this.acceptLanguage = value;
      }
    } else if (length === 10) {
      if (this.userAgent === '' && is(name, 'User-Agent', 'user-agent')) this.userAgent = value;
    } else if (length === 6) {
      if (this.origin === '' && is(name, 'Origin', 'origin')) this.origin = value;
    } else if (length === 14) {
      if (this.contentLength === '' && name.toLowerCase() === 'content-length') this.contentLength = value;
    } else if (length === 5 || length === 7 || length === 9 || length === 11) {
      this.takeRare(name.toLowerCase(), value);
    }
  }

  private takeRare(lower: string, value: string): void {
    if (lower === 'referer') this.referer ||= value;
    else if (lower === 'sec-purpose' || lower === 'purpose' || lower === 'x-purpose' || lower === 'x-moz') {
      this.purpose = `${this.purpose} ${value}`;
    }
  }
}

/** Lower-casing makes a new string each time: the two usual spellings are compared first. */
function is(name: string, usual: string, lower: string): boolean {
  return name === usual || name === lower || name.toLowerCase() === lower;
}

const PREFETCH = /prefetch|prerender|preview/i;

/** Browsers say so when nobody has asked for the page yet. */
export function isPrefetch(head: Pick<RequestHead, 'purpose'>): boolean {
  return PREFETCH.test(head.purpose);
}

/** Of these, those that keep the answer for the visitor who may come. What is called a preview is looked at, and opened as it is. */
export function isAskedAhead(head: Pick<RequestHead, 'purpose'>): boolean {
  return /prefetch/i.test(head.purpose);
}

// A browser keeps a dot at the end of a name, which makes it no other.
const hosts = new Remembered((text) => URL.parse(text)?.hostname.toLowerCase().replace(/\.$/, '') ?? '', {
  ...{ most: 5_000, longest: 300 },
});

/**
 * Host of the page that asks, by Origin or Referer, lower case without port; '' where neither tells: a page that hides where it
 * is (a sandboxed frame, a `data:` address), which is nobody's registered website.
 */
export function pageHostOf(head: Pick<RequestHead, 'origin' | 'referer'>): string {
  return hostOf(head.origin !== '' && head.origin !== 'null' ? head.origin : head.referer);
}

/** Host of an origin or address; '' where it is none, as `null`. */
export function hostOf(text: string): string {
  return text === '' || text === 'null' ? '' : hosts.of(text);
}
