import { AD_REPORT_REASONS } from '@placard/domain/ad-report';
import type { Language } from '@placard/domain/language';
import { adPageTexts } from '../texts/ad-page-texts.ts';
import { escaped, page } from './visitor-page.ts';

export type ReportedCreative = {
  /** Address of its image; `null` for third-party code. */
  readonly imageUrl: string | null;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly altText: string;
  /** Host of the click URL, `null` where there is none. */
  readonly advertiserHost: string | null;
};

/** What was sent and has to be mended; it stands in the form again. */
export type RefusedReport = { readonly fault: string; readonly reason: string; readonly comment: string };

/** The form. It posts to its own address, so that it also works where a proxy puts delivery below a path. */
export function reportForm(
  language: Language,
  creative: ReportedCreative,
  refused: RefusedReport | null,
): string {
  const t = adPageTexts(language);
  const { advertiserHost: host, widthPx: width, heightPx: height } = creative;
  const about = host === null ? t('ad', { width, height }) : t('adFor', { host, width, height });
  const image =
    creative.imageUrl === null
      ? ''
      : `<img src="${escaped(creative.imageUrl)}" width="${creative.widthPx}" height="${creative.heightPx}" alt="${escaped(creative.altText)}">`;
  const reasons = AD_REPORT_REASONS.map(
    (reason) =>
      `<label><input type="radio" name="reason" value="${reason}" required${reason === refused?.reason ? ' checked' : ''}> ${escaped(t(`reason.${reason}`))}</label>`,
  ).join('');
  return page(
    language,
    t('report'),
    `<h1>${escaped(t('report'))}</h1><p>${escaped(about)}</p>${image}
${refused === null ? '' : `<p class="fault" role="alert">${escaped(refused.fault)}</p>`}
<form method="post"><fieldset><legend>${escaped(t('question'))}</legend>${reasons}</fieldset>
<label class="words" for="comment">${escaped(t('comment'))}</label>
<textarea id="comment" name="comment" dir="auto">${escaped(refused?.comment ?? '')}</textarea>
<button type="submit">${escaped(t('send'))}</button></form>
<p class="why">${escaped(t('why'))}</p>`,
  );
}
