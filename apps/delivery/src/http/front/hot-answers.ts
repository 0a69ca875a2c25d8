import { STATUS_CODES } from 'node:http';
import { AD_HEADERS, errorAnswer, NOT_STORED, STORED_HEADERS } from '../answers.ts';
import { TRANSPORT_SECURITY } from '../secure-response.ts';

/** The whole texts of the answers that the front gives, letter for letter as `node:http` would write them. */
export type HotAnswers = {
  /** @param body of ASCII */
  readonly ads: (body: string) => string;
  readonly stored: () => string;
  readonly notStored: () => string;
};

export function hotAnswers(options: {
  /** The address of delivery is https. */
  readonly isSecure: boolean;
  readonly keepAliveMs: number;
}): HotAnswers {
  const keep = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(options.keepAliveMs / 1_000)}\r\n\r\n`;
  const secure = options.isSecure ? lines(TRANSPORT_SECURITY) : '';
  const end = endsWith(keep);
  const adsBegin = `${statusLine(200)}${lines(AD_HEADERS)}Content-Length: `;
  const storedBegin = `${statusLine(204)}${lines(STORED_HEADERS)}${secure}`;
  const { status, headers, body: refusal } = errorAnswer('unavailable', NOT_STORED);
  const notStoredBegin = `${statusLine(status)}${lines(headers)}${secure}`;
  return {
    ads: (body) => `${adsBegin}${body.length}\r\n${secure}${end()}${body}`,
    stored: () => storedBegin + end(),
    notStored: () => `${notStoredBegin}${end()}${refusal}`,
  };
}

function statusLine(status: number): string {
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
}

function lines(headers: readonly string[]): string {
  let text = '';
  for (let index = 0; index < headers.length; index += 2)
    text += `${headers[index]}: ${headers[index + 1]}\r\n`;
  return text;
}

/** The date, made once a second, and how long the connection is kept. */
function endsWith(keep: string): () => string {
  let second = 0;
  let text = '';
  return () => {
    const nowMs = Date.now();
    const now = Math.floor(nowMs / 1_000);
    if (now !== second) {
      second = now;
      text = `Date: ${new Date(nowMs).toUTCString()}\r\n${keep}`;
    }
    return text;
  };
}
