import { createHash } from 'node:crypto';
import { AD_REPORT_COMMENT_MAX_LENGTH, AD_REPORT_REASONS } from '@placard/domain/ad-report';
import type { Language } from '@placard/domain/language';
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

/** Nothing but the ad's picture and this page's own style; no script at all. */
const REPORT_HEADERS = [
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

export type ReportedCreative = {
  /** Address of its image; `null` for third-party code. */
  readonly imageUrl: string | null;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly altText: string;
  /** Host of the click URL, `null` where there is none. */
  readonly advertiserHost: string | null;
};

/** The form. It posts to its own address, so that it also works where a proxy puts delivery below a path. */
export function reportForm(language: Language, creative: ReportedCreative, fault: string | null): string {
  const t = adPageTexts(language);
  const { advertiserHost: host, widthPx: width, heightPx: height } = creative;
  const about = host === null ? t('ad', { width, height }) : t('adFor', { host, width, height });
  const image =
    creative.imageUrl === null
      ? ''
      : `<img src="${text(creative.imageUrl)}" width="${creative.widthPx}" height="${creative.heightPx}" alt="${text(creative.altText)}">`;
  const reasons = AD_REPORT_REASONS.map(
    (reason) =>
      `<label><input type="radio" name="reason" value="${reason}" required> ${text(t(`reason.${reason}`))}</label>`,
  ).join('');
  return page(
    language,
    t('report'),
    `<h1>${text(t('report'))}</h1><p>${text(about)}</p>${image}
${fault === null ? '' : `<p class="fault" role="alert">${text(fault)}</p>`}
<form method="post"><fieldset><legend>${text(t('question'))}</legend>${reasons}</fieldset>
<label class="words" for="comment">${text(t('comment'))}</label>
<textarea id="comment" name="comment" dir="auto" maxlength="${AD_REPORT_COMMENT_MAX_LENGTH}"></textarea>
<button type="submit">${text(t('send'))}</button></form>
<p class="why">${text(t('why'))}</p>`,
  );
}

/** A page of a heading and a sentence: thanks, or why not. */
export function reportNotice(language: Language, title: string, sentence: string): string {
  return page(language, title, `<h1>${text(title)}</h1><p>${text(sentence)}</p>`);
}

export function reportHeaders(body: string): string[] {
  return [...REPORT_HEADERS, 'Content-Length', String(Buffer.byteLength(body))];
}

function page(language: Language, title: string, body: string): string {
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${text(title)}</title><style>${STYLE}</style></head><body><main><div class="card">${body}</div></main></body></html>`;
}

function text(value: string): string {
  return value.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
}
