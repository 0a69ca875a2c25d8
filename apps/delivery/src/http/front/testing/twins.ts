import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type Duplex, duplexPair } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AD_HEADERS, answerStored } from '../../answers.ts';
import { refuseUnread } from '../../cut-off.ts';
import { RequestHead } from '../../request-head.ts';
import { Front } from '../front.ts';
import { hotAnswers } from '../hot-answers.ts';

const LIMITS = { maxHeaderSize: 16 * 1_024, keepAliveTimeout: 65_000 };
const EVENTS_PATH = '/e';
/** Behind a line feed or a body, and before what may be a request. */
const LINE = /(?<=\n|hello|invalid)|(?=(?:GET|POST|HEAD|OPTIONS|PUT|DELETE) )/;
const INVALID = 'invalid';
/** Turns of the event loop in which everything that a stream in memory sets off has happened. */
const TURNS_TO_SETTLE = 8;

/** What both sides say of a request: that they have read the same of it. */
function told(url: string, head: RequestHead): string {
  const { userAgent, origin, referer, acceptLanguage, forwardedFor, purpose, country } = head;
  return JSON.stringify([url, userAgent, origin, referer, acceptLanguage, forwardedFor, purpose, country]);
}

const isValidQuery = (url: string) => !url.includes(INVALID);
const isValidBody = (body: string) => body !== '' && !body.includes(INVALID);

function serverOfAll(): Server {
  const head = new RequestHead('cf-ipcountry');
  const answerAll = (request: IncomingMessage, response: ServerResponse, body: string) => {
    const url = request.url ?? '';
    if (request.method === 'GET' && url.startsWith('/a?') && isValidQuery(url)) {
      const text = told(url, head.read(request));
      response.writeHead(200, [...AD_HEADERS, 'Content-Length', text.length]);
      response.end(text, 'latin1');
    } else if (request.method === 'POST' && url === EVENTS_PATH && isValidBody(body)) {
      answerStored(response);
    } else {
      const text = JSON.stringify([request.method, url, request.rawHeaders, body]);
      response.writeHead(url.startsWith('/close') ? 404 : 200, ['Content-Type', 'application/json']);
      response.end(text);
    }
  };
  const server = createServer(LIMITS, (request, response) => {
    if (request.url?.startsWith('/close')) response.shouldKeepAlive = false;
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => answerAll(request, response, Buffer.concat(chunks).toString('latin1')));
  });
  server.on('clientError', refuseUnread);
  return server;
}

/** The byte from which on a connection is `node:http`'s, and how many had come by then. */
type Handed = { readonly at: number; readonly sent: number };

/** What a visitor got, the date and the hour aside. */
export type Got = { readonly text: string; readonly isEnded: boolean };

/** `node:http` alone, and the same behind a front. */
export class Twins {
  private readonly alone = serverOfAll();
  private readonly behind = serverOfAll();
  readonly front: Front;

  private visitor: { readonly socket: Duplex; readonly sent: () => number } | null = null;
  private handed: Handed | null = null;

  constructor() {
    this.behind.prependListener('connection', (given: Duplex) => {
      const { visitor } = this;
      if (visitor === null || given !== visitor.socket) return;
      this.handed = { at: visitor.sent() - given.readableLength, sent: visitor.sent() };
    });
    const answers = hotAnswers({ isSecure: false, keepAliveMs: LIMITS.keepAliveTimeout });
    this.front = new Front({
      http: this.behind,
      countryName: 'cf-ipcountry',
      eventsPath: EVENTS_PATH,
      hot: {
        ads: (url, head) => (isValidQuery(url) ? answers.ads(told(url, head)) : null),
        events: (body, _head, answer) => {
          if (!isValidBody(body)) return false;
          answer(answers.stored());
          return true;
        },
      },
    });
    this.alone.emit('listening');
  }

  /**
   * Sends the same to both, each piece after the one before was read. What the front takes on, `node:http` alone gets line by
   * line and, if it says something else then, byte by byte: where a request and what breaks HTTP behind it come in one piece
   * it forgets to answer the request, the front does not. What the front hands over, `node:http` gets as the front got it.
   */
  async ask(pieces: readonly string[]): Promise<{ readonly plain: Got; readonly fronted: Got }> {
    this.handed = null;
    const fronted = await send(pieces, (socket, sent) => {
      this.visitor = { socket, sent };
      this.front.accept(socket);
    });
    const { handed } = this;
    const alone = (sliver: RegExp | string) =>
      send(sliced(pieces, handed, sliver), (socket) => this.alone.emit('connection', socket));
    const plain = await alone(LINE);
    const isSame = plain.text === fronted.text && plain.isEnded === fronted.isEnded;
    return { plain: isSame ? plain : await alone(''), fronted };
  }

  async close(): Promise<void> {
    this.alone.close();
    this.alone.closeAllConnections();
    await this.front.close(0);
  }
}

/** Slivers of what came before it was handed over; then the rest of that piece, and the later ones as they were. */
function sliced(
  pieces: readonly string[],
  handed: Handed | null,
  sliver: RegExp | string,
): readonly string[] {
  const text = pieces.join('');
  if (handed === null) return text.split(sliver);
  const later: string[] = [text.slice(handed.at, handed.sent)];
  let end = 0;
  for (const piece of pieces) {
    end += piece.length;
    if (end > handed.sent) later.push(piece);
  }
  return [...text.slice(0, handed.at).split(sliver), ...later].filter((piece) => piece !== '');
}

async function send(
  pieces: readonly string[],
  accept: (socket: Duplex, sent: () => number) => void,
): Promise<Got> {
  const [visitor, socket] = duplexPair();
  let sent = 0;
  let text = '';
  let isEnded = false;
  visitor.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
  });
  visitor.on('end', () => {
    isEnded = true;
  });
  visitor.on('error', () => undefined);
  socket.on('error', () => undefined);
  accept(socket, () => sent);
  for (const piece of pieces) {
    sent += piece.length;
    if (!visitor.destroyed && visitor.writable) visitor.write(piece, 'latin1');
    await nextTurn();
    await nextTurn();
  }
  for (let turn = 0; turn < TURNS_TO_SETTLE; turn += 1) await nextTurn();
  // What is no whole request by now never becomes one.
  visitor.end();
  for (let turn = 0; turn < TURNS_TO_SETTLE; turn += 1) await nextTurn();
  visitor.destroy();
  socket.destroy();
  return { text: text.replaceAll(/\r\nDate: [^\r]*/g, '\r\nDate: now'), isEnded };
}
