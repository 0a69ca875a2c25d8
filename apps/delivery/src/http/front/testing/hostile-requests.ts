import { seededRandom } from '@placard/db/testing/seeded-random';

/** Without CONNECT: `node:http` cuts the connection then, and how much of what it said before gets out is a matter of turns. */
const METHODS = ['GET', 'POST', 'HEAD', 'OPTIONS', 'PUT', 'get', 'GETT', 'PRI', 'DELETE', ''];
const URLS = [
  '/a?w=key.300&l=en',
  '/a?w=key.300,other.728~&l=de&x=1,2&p=abc',
  '/a?invalid',
  '/a',
  '/a?',
  '/e',
  '/e?x=1',
  '/sdk.js',
  '/close',
  '/i/picture.webp',
  '*',
  'http://ads.example/a?w=1',
  '/a?w=%41#part',
  '/a?w=ä',
  '//a?w=1',
  'a?w=1',
  '/a?w=1 2',
  '/a?w=\t',
  '/a?w="<>{}^`\\',
];
const VERSIONS = [
  'HTTP/1.1',
  'HTTP/1.1',
  'HTTP/1.1',
  'HTTP/1.0',
  'HTTP/2.0',
  'http/1.1',
  'HTTP/1.10',
  'HTTP/1',
];
const PLAIN_LINES = [
  'User-Agent: Mozilla/5.0 (X11; Linux x86_64)',
  'user-agent: second',
  'Accept: */*',
  'Accept-Language: de-DE,de;q=0.9',
  'Origin: https://news.example',
  'Referer: https://news.example/page?x=1',
  'X-Forwarded-For: 203.0.113.9, 10.0.0.1',
  'x-forwarded-for:198.51.100.2',
  'CF-IPCountry:  DE ',
  'Sec-Purpose: prefetch;prerender',
  'Sec-GPC: 1',
  'Cookie: a=b; c=d',
  'Connection: keep-alive',
  'X-Latin: süß',
  `X-Referer: ${'z'.repeat(900)}`,
];
const HOSTILE_LINES = [
  'Connection: close',
  'Connection: Upgrade',
  'Connection: keep-alive, close',
  'connection:  Keep-Alive\t',
  'Proxy-Connection: close',
  'Keep-Alive: timeout=5',
  'Upgrade: websocket',
  'Upgrade: h2c',
  'HTTP2-Settings: AAMAAABkAAQAAP__',
  'Expect: 100-continue',
  'Expect: nothing',
  'TE: trailers',
  'Trailer: X-Sum',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding : chunked',
  'Transfer-Encoding: identity',
  'Transfer-Encoding:\tchunked',
  'Transfer-Encoding: chunked, gzip',
  'Content-Length: 0',
  'Content-Length: 5',
  'Content-Length: +5',
  'Content-Length: 0x5',
  'Content-Length: 5, 5',
  'Content-Length: -1',
  'Content-Length: 00005',
  'Content-Length:',
  'Content-Length: 99999999999999999999',
  'Content-Length : 5',
  'Content_Length: 5',
  'Host: second.example',
  'Host:',
  ': nameless',
  'no colon at all',
  ' folded: once',
  '\tfolded too',
  'X-Null: a\u0000b',
  'X-Bell: a\u0007b',
  'X-Delete: a\u007fb',
  'X-Carriage: a\rb',
  'X-Feed: a\nb',
  'X(Bad): name',
  'X-Blank :  ',
  `X-Long: ${'x'.repeat(7_500)}`,
  `X-Longer: ${'y'.repeat(16_500)}`,
];
const ENDS = [
  '\r\n',
  '\r\n',
  '\r\n',
  '\r\n',
  '\r\n',
  '\r\n',
  '\r\n',
  '\r\n',
  '\r\n',
  '\n',
  '\r',
  '\r\r\n',
  '\n\r\n',
  '',
];
const BODIES = [
  '',
  'hello',
  'invalid',
  '5\r\nhello\r\n0\r\n\r\n',
  'GET /a?w=smuggled HTTP/1.1\r\nHost: x\r\n\r\n',
  '0\r\n\r\n',
];
const BETWEEN = ['', '', '', '', '\r\n', '\n', ' ', '\u0000', 'x'];

/** Makes what visitors send: mostly well-formed requests, each of their rules broken now and then, and several in one. */
export class HostileRequests {
  private readonly random: () => number;

  constructor(seed: number) {
    this.random = seededRandom(seed);
  }

  /** @returns pieces as they arrive */
  next(): string[] {
    const requests = 1 + Math.floor(this.random() ** 2 * 4);
    let text = '';
    for (let request = 0; request < requests; request += 1) text += this.request() + this.rarely('', BETWEEN);
    if (this.chance(0.1)) text = this.damaged(text);
    return this.inPieces(text);
  }

  private request(): string {
    const isPost = this.chance(0.35);
    const method = this.rarely(isPost ? 'POST' : 'GET', METHODS);
    const url = this.chance(0.6) ? (isPost ? '/e' : '/a?w=key.300&l=en') : this.one(URLS);
    const lines = this.chance(0.95) ? ['Host: ads.example'] : [];
    const count = Math.floor(this.random() * 5);
    for (let line = 0; line < count; line += 1)
      lines.push(this.one(this.chance(0.15) ? HOSTILE_LINES : PLAIN_LINES));
    const body = isPost ? this.one(BODIES) : this.rarely('', BODIES);
    if (isPost && this.chance(0.85)) lines.push(`Content-Length: ${body.length}`);
    if (isPost && this.chance(0.03)) lines.push(`Content-Length: ${body.length + 1}`);
    const version = this.rarely('HTTP/1.1', VERSIONS);
    let text = `${method} ${url} ${version}${this.end()}`;
    for (const line of this.shuffled(lines)) text += line + this.end();
    return text + this.end() + body;
  }

  private end(): string {
    return this.chance(0.005) ? this.one(ENDS) : '\r\n';
  }

  private damaged(text: string): string {
    const at = Math.floor(this.random() * text.length);
    const code = String.fromCharCode(Math.floor(this.random() * 256));
    const kind = this.random();
    if (kind < 0.4) return text.slice(0, at) + code + text.slice(at + 1);
    if (kind < 0.7) return text.slice(0, at) + code + text.slice(at);
    return kind < 0.9 ? text.slice(0, at) + text.slice(at + 1) : text.slice(0, at);
  }

  private inPieces(text: string): string[] {
    if (this.chance(0.5)) return [text];
    const pieces: string[] = [];
    let at = 0;
    while (at < text.length && pieces.length < 4) {
      const length = 1 + Math.floor(this.random() * Math.max(1, text.length - at));
      pieces.push(text.slice(at, at + length));
      at += length;
    }
    if (at < text.length) pieces.push(text.slice(at));
    return pieces;
  }

  private shuffled(lines: readonly string[]): string[] {
    return lines
      .map((line) => ({ line, order: this.random() }))
      .sort((a, b) => a.order - b.order)
      .map(({ line }) => line);
  }

  /** The usual nineteen times of twenty. */
  private rarely(usual: string, others: readonly string[]): string {
    return this.chance(0.95) ? usual : this.one(others);
  }

  private one(texts: readonly string[]): string {
    return texts[Math.floor(this.random() * texts.length)] ?? '';
  }

  private chance(share: number): boolean {
    return this.random() < share;
  }
}
