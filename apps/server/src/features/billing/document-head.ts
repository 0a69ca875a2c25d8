import { addressLines, type Party } from '@placard/domain/billing/party';
import type { Language } from '@placard/domain/language';
import { localDayAt } from '@placard/domain/time-zone';
import { textsIn } from '@placard/texts/catalogue';
import { GREY, PAGE, type Sheet } from '../../pdf/sheet.ts';
import { documentsTexts } from '../../texts/catalogues.ts';
import type { InvoiceDocument } from './document-content.ts';

const WIDTH = PAGE.right - PAGE.left;
const HALF = WIDTH / 2;
const LABEL = { size: 9, colour: GREY } as const;
const TEXT = { size: 10 } as const;

export type Parties = { readonly seller: readonly string[]; readonly buyer: readonly string[] };

/** Name, address, country and numbers, each on a line. */
export function partyLines(party: Party, language: Language): string[] {
  const t = textsIn(documentsTexts, language);
  const country = new Intl.DisplayNames([language], { type: 'region', fallback: 'code' });
  return [
    party.name,
    ...addressLines(party.address),
    ...(party.country === '' ? [] : [country.of(party.country) ?? party.country]),
    ...(party.registrationNumber === null
      ? []
      : [t('registrationNumber', { number: party.registrationNumber })]),
    ...(party.vatNumber === null ? [] : [t('vatNumber', { number: party.vatNumber })]),
  ];
}

/** The network, the document's name, and who bought what from whom when. @returns where it ends */
export function drawHead(sheet: Sheet, invoice: InvoiceDocument, { seller, buyer }: Parties): number {
  const { left, top } = PAGE;
  const { withheld } = invoice;
  const t = textsIn(documentsTexts, invoice.language);
  const block = (lines: readonly string[], x: number, from: number, style: typeof TEXT | typeof LABEL) => {
    let y = from;
    for (const line of lines) y = sheet.text(line, x, y, { ...style, width: HALF - 16, direction: 'auto' });
    return y;
  };
  const nameStyle = { size: 20, weight: 'bold', width: WIDTH, direction: 'auto' } as const;
  let y = sheet.text(invoice.network, left, top, nameStyle) + 4;
  // Who issues it is the buyer where the network bills itself.
  const issuer = withheld === null ? seller : buyer;
  // The network's own name alone says nothing more than the line above.
  if (issuer.length > 1 || issuer[0] !== invoice.network) y = block(issuer, left, y, LABEL);
  const titleStyle = { size: 14, weight: 'bold', width: WIDTH, part: 'H1' } as const;
  y = sheet.text(`${invoice.title} ${invoice.label}`, left, y + 12, titleStyle);
  if (withheld !== null) y = sheet.text(t('onBehalf'), left, y, { ...LABEL, width: WIDTH });
  y += 12;
  const right = left + HALF;
  const billed = sheet.text(t(withheld === null ? 'billedTo' : 'supplier'), left, y, LABEL);
  let leftEnd = block(withheld === null ? buyer : seller, left, billed, TEXT);
  if (withheld !== null)
    leftEnd = block(buyer, left, sheet.text(t('recipient'), left, leftEnd + 8, LABEL), TEXT);
  const issuedAt = sheet.text(t('issued'), right, y, LABEL);
  y = sheet.text(localDayAt(invoice.timeZone, invoice.issuedAt.getTime()), right, issuedAt, TEXT);
  if (invoice.period !== null) {
    y = sheet.text(t('period'), right, y + 6, LABEL);
    y = sheet.text(`${invoice.period.from} – ${invoice.period.to}`, right, y, TEXT);
  }
  return Math.max(leftEnd, y);
}
