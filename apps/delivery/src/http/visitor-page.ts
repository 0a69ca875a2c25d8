import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { acceptedLanguages, type Language, languageFor } from '@placard/domain/language';
import { adPageTexts } from '../texts/ad-page-texts.ts';

const STYLE = `
:root{color-scheme:light dark;--page:#f4f4f6;--card:#fff;--ink:#1c1c24;--soft:#5b5b68;--line:#d6d6de;--accent:#4b3fd1;--on:#fff}
@media(prefers-color-scheme:dark){:root{--page:#131318;--card:#1d1d24;--ink:#ececf2;--soft:#a6a6b5;--line:#3a3a46;--accent:#a79fff;--on:#14141a}}
@media(prefers-contrast:more){:root{--soft:#3f3f48;--line:#6a6a74;--accent:#3f32b4}}
@media(prefers-color-scheme:dark) and (prefers-contrast:more){:root{--soft:#d0d0d8;--line:#9494a0;--accent:#c0b7ff}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
main{max-width:480px;margin:0 auto;padding:24px 20px 40px}
.card{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:24px}
h1{font-size:22px;line-height:28px;margin:0 0 4px}
p{margin:0 0 16px;color:var(--soft)}
p:last-child{margin-bottom:0}
img{display:block;max-width:100%;max-height:180px;height:auto;margin:16px 0;border:1px solid var(--line);border-radius:6px}
fieldset{border:0;margin:16px 0;padding:0}
legend{padding:0;font-weight:600;margin-bottom:6px}
fieldset label{display:flex;gap:10px;align-items:start;padding:6px 0;cursor:pointer}
input[type=radio]{width:18px;height:18px;flex:none;margin:3px 0 0;accent-color:var(--accent)}
.words{display:block;font-weight:600}
textarea{display:block;width:100%;min-height:76px;margin-top:6px;padding:8px 10px;border:1px solid var(--line);border-radius:8px;background:var(--page);color:var(--ink);font:inherit}
button{margin-top:16px;min-height:40px;padding:0 18px;border:0;border-radius:8px;background:var(--accent);color:var(--on);font:inherit;font-weight:600;cursor:pointer}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.fault{color:var(--ink);border-left:3px solid var(--accent);padding-left:10px}
.why{margin-top:20px;font-size:14px}
`;

/** Nothing but an ad's picture and the page's own style; no script at all. */
const PAGE_HEADERS = [
  'Content-Type',
  'text/html; charset=utf-8',
  'Content-Security-Policy',
  `default-src 'none'; img-src 'self'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  'Cache-Control',
  'no-store',
  'X-Content-Type-Options',
  'nosniff',
  'Referrer-Policy',
  'no-referrer',
  'X-Robots-Tag',
  'noindex',
];

/** What a visitor is told on a page by itself, and the status that goes with it. */
const NOTICES = {
  stored: 200,
  known: 200,
  too_many: 429,
  away: 503,
  noSuchAd: 404,
  notFromHere: 403,
  tooLarge: 413,
  noSuchLink: 404,
  linkEnded: 410,
} as const;
export type NoticeName = keyof typeof NOTICES;

/** The language that the visitor's browser asks for. */
export function languageOf(request: IncomingMessage): Language {
  return languageFor(acceptedLanguages(request.headers['accept-language'] ?? ''));
}

/** A page of a heading and a sentence: thanks, or why not. */
export function noticePage(language: Language, name: NoticeName): string {
  const t = adPageTexts(language);
  const title = t(`notice.${name}.title`);
  return page(language, title, `<h1>${escaped(title)}</h1><p>${escaped(t(`notice.${name}.text`))}</p>`);
}

export function answerNotice(request: IncomingMessage, response: ServerResponse, name: NoticeName): void {
  answerPage(request, response, NOTICES[name], noticePage(languageOf(request), name));
}

export function answerPage(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  body: string,
): void {
  response.writeHead(status, pageHeaders(body));
  response.end(request.method === 'HEAD' ? undefined : body);
}

export function pageHeaders(body: string): string[] {
  return [...PAGE_HEADERS, 'Content-Length', String(Buffer.byteLength(body))];
}

export function page(language: Language, title: string, body: string): string {
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escaped(title)}</title><style>${STYLE}</style></head><body><main><div class="card">${body}</div></main></body></html>`;
}

/** Text as a part of a page or of an attribute in double quotes. */
export function escaped(value: string): string {
  return value.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
}
