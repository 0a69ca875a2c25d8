import { localDayAt } from '@placard/domain/time-zone';
import { textsIn } from '@placard/texts/catalogue';
import { setApart } from '@placard/texts/set-apart';
import { type AmountRow, AmountTable } from '../../pdf/amount-table.ts';
import { printedDomain } from '../../pdf/printed-domain.ts';
import { drawPdf, GREY, PAGE, type Sheet } from '../../pdf/sheet.ts';
import { documentsTexts } from '../../texts/catalogues.ts';
import { documentWords } from '../../texts/documents-text.ts';
import { decimalIn, decimalsOf, microsIn } from '../../texts/worded.ts';
import type { Statement, StatementEarning } from './statements.ts';

const WIDTH = PAGE.right - PAGE.left;
const SMALL = { size: 9, colour: GREY } as const;

/** The statement as PDF, A4, as many pages as its lines need. The same statement gives the same bytes. */
export async function renderStatementPdf(statement: Statement): Promise<Uint8Array<ArrayBuffer>> {
  const { language, month } = statement;
  const t = textsIn(documentsTexts, language);
  const title = t('statement.title', { month });
  const info = {
    title,
    author: statement.network,
    language,
    at: statement.closedAt,
    foot: (page: number, pages: number) => ({
      left: `${setApart(statement.network)} · ${title}`,
      right: t('page', { page: String(page), pages: String(pages) }),
    }),
  };
  // The fonts are cut to what is given here: domains as they are printed.
  const printed = { ...statement, earnings: statement.earnings.map(printedEarning) };
  const decimals = decimalsIn(statement);
  const amountOf = (micros: bigint) => microsIn(micros, statement.currency, decimals)(language);
  return await drawPdf(info, [printed, documentWords(language)], (sheet) => {
    const heads = [t('description'), t('amount')] as const;
    const table = new AmountTable(sheet, heads, writeHead(sheet, statement));
    const sum = (text: string, micros: bigint) => ({ text, amount: amountOf(micros), bold: true });
    table.rows([sum(t('statement.opening'), statement.openingMicros)]);
    const earnings = printed.earnings.map(({ website, widget, micros }): AmountRow => {
      const text =
        website === null ? t('statement.notByWidget') : `${setApart(website)} · ${setApart(`${widget}`)}`;
      return { text, amount: amountOf(micros) };
    });
    const entries = statement.entries.map(({ day, kind, text, micros, withheld }): AmountRow => {
      const what = `${day}  ${t(`statement.kind.${kind}`)} ${setApart(text)}`.trimEnd();
      const row = { text: what, amount: amountOf(micros) };
      if (withheld === undefined) return row;
      const rate = decimalIn(language, String(withheld.rateBp / 100));
      const net = amountOf(-micros - withheld.micros);
      return { ...row, remark: t('statement.withheld', { withheld: amountOf(withheld.micros), rate, net }) };
    });
    const earned = sum(t('statement.allEarnings'), statement.earnedMicros);
    const closing = { ...sum(t('statement.closing'), statement.closingMicros), apart: true };
    table.section(t('statement.earningsIn', { month }));
    table.summed(earnings, entries.length === 0 ? [earned, closing] : [earned]);
    if (entries.length > 0) {
      table.section(t('statement.entries'));
      table.summed(entries, [closing]);
    }
    table.end();
  });
}

/** What the most exact of its amounts needs. */
function decimalsIn({ openingMicros, closingMicros, earnedMicros, earnings, entries }: Statement): number {
  const lines = [...earnings, ...entries].map(({ micros }) => micros);
  return Math.max(...[openingMicros, closingMicros, earnedMicros, ...lines].map(decimalsOf));
}

function printedEarning(earning: StatementEarning): StatementEarning {
  return earning.website === null ? earning : { ...earning, website: printedDomain(earning.website) };
}

/** @returns where it ends */
function writeHead(sheet: Sheet, statement: Statement): number {
  const { left, top } = PAGE;
  const t = textsIn(documentsTexts, statement.language);
  const nameStyle = { size: 20, weight: 'bold', width: WIDTH, direction: 'auto' } as const;
  let y = sheet.text(statement.network, left, top, nameStyle) + 14;
  y = sheet.text(t('statement.title', { month: statement.month }), left, y, {
    size: 14,
    weight: 'bold',
    part: 'H1',
  });
  const closed = localDayAt(statement.timeZone, statement.closedAt.getTime());
  y = sheet.text(t('statement.closed', { day: closed, timeZone: statement.timeZone }), left, y, SMALL) + 14;
  y = sheet.text(t('statement.publisher'), left, y, SMALL);
  for (const line of statement.publisher) {
    y = sheet.text(line, left, y, { size: 11, width: WIDTH * 0.7, direction: 'auto' });
  }
  return Math.max(y, 200) + 16;
}
