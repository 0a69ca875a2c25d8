import type { ServerResponse } from 'node:http';
import { CLICK_PATH, FRAME_PATH } from '@placard/contract/wire/tag-protocol';
import { isTokenText } from '../decide/token.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { answerError } from './answers.ts';

/**
 * The sandbox without allow-same-origin gives the document an origin of its own: it reads no cookie or storage of
 * ours or the publisher's. Popups leave the sandbox, so that the advertiser's page works.
 */
const FRAME_HEADERS = [
  'Content-Type',
  'text/html; charset=utf-8',
  'Content-Security-Policy',
  'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox',
  'Cache-Control',
  'no-store',
  'X-Content-Type-Options',
  'nosniff',
  'Referrer-Policy',
  'strict-origin-when-cross-origin',
  'Permissions-Policy',
  'camera=(), microphone=(), geolocation=(), payment=(), usb=(), display-capture=()',
];

/** GET /f/KEY?t=TOKEN: the document of third-party code, its macros filled in. */
export function answerFrame(
  response: ServerResponse,
  request: { readonly path: string; readonly method: string },
  deps: { readonly snapshot: () => Snapshot; readonly publicUrl: string; readonly random: () => number },
): void {
  const question = request.path.indexOf('?');
  const key = request.path.slice(FRAME_PATH.length + 1, question === -1 ? undefined : question);
  const token = question === -1 ? null : new URLSearchParams(request.path.slice(question + 1)).get('t');
  const adCode = deps.snapshot().creatives.byPublicKey(key)?.row.adCode ?? null;
  if (adCode === null) {
    answerError(response, 'not_found', { message: 'There is no such creative.' });
    return;
  }
  if (token !== null && !isTokenText(token)) {
    answerError(response, 'invalid_request', {
      message: 'The query is not valid.',
      issues: [{ path: 't', message: 'is a decision token' }],
    });
    return;
  }
  // Without a token it is a preview: its links lead nowhere.
  const clickUrl = token === null ? '#' : `${deps.publicUrl}${CLICK_PATH}/${token}`;
  const body = frameDocument(adCode, { clickUrl, cacheBuster: String(Math.floor(deps.random() * 1e12)) });
  response.writeHead(200, [...FRAME_HEADERS, 'Content-Length', String(Buffer.byteLength(body))]);
  response.end(request.method === 'HEAD' ? undefined : body);
}

export function frameDocument(
  adCode: string,
  macros: { readonly clickUrl: string; readonly cacheBuster: string },
): string {
  const values: Readonly<Record<string, string>> = {
    CLICK_URL: macros.clickUrl,
    CLICK_URL_ESC: encodeURIComponent(macros.clickUrl),
    CACHEBUSTER: macros.cacheBuster,
  };
  const code = adCode.replace(/\{\{(CLICK_URL|CLICK_URL_ESC|CACHEBUSTER)\}\}/g, (macro, name: string) => {
    return values[name] ?? macro;
  });
  return `<!doctype html><html><head><meta charset="utf-8"><title>Advertisement</title><base target="_blank"><style>html,body{margin:0;padding:0;overflow:hidden}</style></head><body>${code}</body></html>`;
}
