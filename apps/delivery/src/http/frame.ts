import type { ServerResponse } from 'node:http';
import { frameScript } from '@placard/contract/wire/frame-script';
import { PREVIEW_PARAMETER } from '@placard/contract/wire/preview-link';
import { CLICK_PATH, FRAME_EMBEDDED_PARAMETER, FRAME_PATH } from '@placard/contract/wire/tag-protocol';
import { isTokenText, type TokenKeys } from '../decide/token.ts';
import type { CreativeRow } from '../snapshot/rows.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { answerError } from './answers.ts';

/**
 * What a page whose `Cross-Origin-Embedder-Policy` demands it asks of every document in it. Only where the tag asks for it:
 * with it the code may itself load no frame of others that don't send it too, which much of such code does.
 */
const EMBEDDED_HEADERS = ['Cross-Origin-Embedder-Policy', 'credentialless'];

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
  'Cross-Origin-Resource-Policy',
  'cross-origin',
  'X-Content-Type-Options',
  'nosniff',
  'Referrer-Policy',
  'strict-origin-when-cross-origin',
  'Permissions-Policy',
  'camera=(), microphone=(), geolocation=(), payment=(), usb=(), display-capture=()',
];

export type FrameDeps = {
  readonly snapshot: () => Snapshot;
  readonly keys: TokenKeys;
  readonly publicUrl: string;
  readonly random: () => number;
  readonly nowMs: () => number;
};

/** What nobody has approved as it is now. */
const UNREVIEWED = ['pending', 'rejected'];

/**
 * Code that is not approved is for its advertiser and its reviewers alone: the document stands on the network's own address, and who knows
 * the key of an ad from yesterday would have its address for whatever he writes today.
 */
function mayBeSeen(creative: CreativeRow, preview: string | null, deps: FrameDeps): boolean {
  if (!UNREVIEWED.includes(creative.status)) return true;
  const link = preview === null ? null : deps.keys.checkPreviewLink(preview);
  return link !== null && link.creativeId === creative.id && deps.nowMs() < link.endsAtS * 1_000;
}

/** GET /f/KEY?t=TOKEN[&c]: the document of third-party code, its macros filled in; with c for a page under COEP. */
export function answerFrame(
  response: ServerResponse,
  request: { readonly path: string; readonly method: string },
  deps: FrameDeps,
): void {
  const question = request.path.indexOf('?');
  const key = request.path.slice(FRAME_PATH.length + 1, question === -1 ? undefined : question);
  const query = new URLSearchParams(question === -1 ? '' : request.path.slice(question + 1));
  const token = query.get('t');
  const creative = deps.snapshot().creatives.byPublicKey(key)?.row;
  const adCode = creative?.adCode ?? null;
  if (creative === undefined || adCode === null || !mayBeSeen(creative, query.get(PREVIEW_PARAMETER), deps)) {
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
  const cacheBuster = String(Math.floor(deps.random() * 1e12));
  const body = frameDocument(adCode, { clickUrl, cacheBuster, token });
  const embedded = query.has(FRAME_EMBEDDED_PARAMETER) ? EMBEDDED_HEADERS : [];
  response.writeHead(200, [...FRAME_HEADERS, ...embedded, 'Content-Length', String(Buffer.byteLength(body))]);
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** @param macros its `token` has been checked by `isTokenText`; `null` = a preview, which nobody waits for */
export function frameDocument(
  adCode: string,
  macros: { readonly clickUrl: string; readonly cacheBuster: string; readonly token: string | null },
): string {
  const values: Readonly<Record<string, string>> = {
    CLICK_URL: macros.clickUrl,
    CLICK_URL_ESC: encodeURIComponent(macros.clickUrl),
    CACHEBUSTER: macros.cacheBuster,
  };
  const code = adCode.replace(/\{\{(CLICK_URL|CLICK_URL_ESC|CACHEBUSTER)\}\}/g, (macro, name: string) => {
    return values[name] ?? macro;
  });
  const script = macros.token === null ? '' : frameScript(macros.token, macros.clickUrl);
  return `<!doctype html><html><head><meta charset="utf-8"><title>Advertisement</title><base target="_blank"><style>html,body{margin:0;padding:0;overflow:hidden}</style>${script}</head><body>${code}</body></html>`;
}
