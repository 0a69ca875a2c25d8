import type { Language } from '@placard/domain/language';
import { textsIn } from '@placard/texts/catalogue';
import { setApart } from '@placard/texts/set-apart';
import { mailTexts } from '../../texts/catalogues.ts';

/** A figure with its change against the period before, both in words. */
export type Total = { readonly label: string; readonly value: string; readonly change: string };
/** The last columns, one for each total, hold figures. */
export type Table = { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };

export type ViewMailParts = {
  readonly language: Language;
  readonly name: string;
  readonly network: string;
  readonly timeZone: string;
  readonly period: string;
  readonly totals: readonly Total[];
  readonly table: Table;
  readonly rowsNote: string;
  readonly url: string;
  readonly unsubscribeUrl: string | null;
};

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

// Mail programs take styles of elements only; all but the width of the window is written on them.
const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:14px";
const INK = 'color:#17171c';
const QUIET = 'color:#55555f';
/** A name of a hundred letters without a blank is wider than a phone. */
const BREAKS = 'overflow-wrap:anywhere;word-break:break-word';
const CELL = 'padding:8px 10px;border-bottom:1px solid #e6e6ea';
const BUTTON =
  'display:inline-block;padding:10px 16px;border-radius:8px;background:#5546d6;color:#ffffff;font-weight:600;text-decoration:none';

function totalsTable(totals: readonly Total[]): string {
  const rows = totals
    .map(
      ({ label, value, change }) =>
        `<tr><td style="${CELL};${QUIET}">${escaped(label)}</td><td style="${CELL};text-align:right;white-space:nowrap"><strong>${escaped(value)}</strong></td><td style="${CELL};text-align:right;white-space:nowrap;${QUIET}">${escaped(change)}</td></tr>`,
    )
    .join('');
  return `<table role="presentation" style="width:100%;border-collapse:collapse;margin:0 0 24px">${rows}</table>`;
}

/**
 * Wider than a phone: it scrolls in its own frame. What a row is broken down by stands in one column, line below line, and
 * long names give way, so that the first figure is seen at 320 px.
 */
function rowsTable({ head, rows }: Table, figures: number): string {
  if (rows.length === 0) return '';
  const first = head.length - figures;
  const cell = (tag: 'th' | 'td', look: string, html: string) => {
    const weight = tag === 'th' ? `;font-size:12px;${QUIET}` : '';
    return `<${tag} dir="auto" style="${CELL};${look}${weight}">${html}</${tag}>`;
  };
  const names = (of: readonly string[]) =>
    of
      .map((text, index) => `<div dir="auto"${index === 0 ? '' : ` style="${QUIET}"`}>${escaped(text)}</div>`)
      .join('');
  const line = (tag: 'th' | 'td', row: readonly string[]) => {
    const figure = (text: string) => cell(tag, 'text-align:right;white-space:nowrap', escaped(text));
    const by = cell(tag, `text-align:left;min-width:88px;${BREAKS}`, names(row.slice(0, first)));
    return `<tr>${by}${row.slice(first).map(figure).join('')}</tr>`;
  };
  return `<div style="overflow-x:auto;margin:0 0 12px"><table style="width:100%;border-collapse:collapse"><thead>${line('th', head)}</thead><tbody>${rows.map((row) => line('td', row)).join('')}</tbody></table></div>`;
}

/** The mail as a page of its own: the totals, the top rows, and the way to the view; readable from 320 px on. */
export function viewMailHtml(parts: ViewMailParts): string {
  const t = textsIn(mailTexts, parts.language);
  const end =
    parts.unsubscribeUrl === null
      ? ''
      : `<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid #e6e6ea;font-size:12px"><a href="${escaped(parts.unsubscribeUrl)}" style="${QUIET}">${escaped(t('view.stopLink'))}</a></p>`;
  const { period, timeZone } = parts;
  const about = `${setApart(parts.network)} · ${t('view.period', { period, timeZone })}`;
  return `<!doctype html><html lang="${parts.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escaped(parts.name)}</title></head><body style="margin:0;background:#f4f4f6;${FONT};${INK};line-height:1.5"><div style="max-width:680px;margin:0 auto;padding:16px 8px"><div style="padding:20px 16px;border:1px solid #e6e6ea;border-radius:12px;background:#ffffff"><h1 dir="auto" style="margin:0 0 4px;font-size:20px;line-height:1.25;text-align:left;${BREAKS}">${escaped(parts.name)}</h1><p style="margin:0 0 20px;${BREAKS};${QUIET}">${escaped(about)}</p>${totalsTable(parts.totals)}${rowsTable(parts.table, parts.totals.length)}<p style="margin:0 0 20px;${QUIET}">${escaped(parts.rowsNote)}</p><a href="${escaped(parts.url)}" style="${BUTTON}">${escaped(t('view.button'))}</a>${end}</div></div></body></html>`;
}
