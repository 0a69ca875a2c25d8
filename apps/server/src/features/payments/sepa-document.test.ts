import { describe, expect, test } from 'vitest';
import { renderSepa, type SepaOrder } from './sepa-document.ts';

const ORDER: SepaOrder = {
  messageId: 'PAYOUTS-20260310-7',
  createdAt: new Date('2026-03-10T12:00:00.999Z'),
  executionDay: '2026-03-11',
  debtor: { accountName: 'Plákard', iban: 'NL91ABNA0417164300', bic: 'ABNANL2A' },
  transfers: [
    {
      endToEndId: 'PO-1',
      amountMicros: 50_100_000n,
      creditorName: 'Zoë',
      iban: 'DE89370400440532013000',
      bic: '',
      remittance: 'Placard PO-1',
    },
    {
      endToEndId: 'PO-2',
      amountMicros: 1_000_000_010_000n,
      creditorName: 'x'.repeat(71),
      iban: 'FR1420041010050500013M02606',
      bic: 'PSSTFRPP',
      remittance: 'y'.repeat(141),
    },
  ],
};

/** Elements and texts one to a line, as they are nested. */
function linesOf(xml: string): string[] {
  return xml.trim().replaceAll('><', '>\n<').split('\n');
}

describe('a SEPA order', () => {
  test('is written to the letter', () => {
    expect(linesOf(renderSepa(ORDER))).toEqual([
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">',
      '<CstmrCdtTrfInitn>',
      ...['<GrpHdr>', '<MsgId>PAYOUTS-20260310-7</MsgId>', '<CreDtTm>2026-03-10T12:00:00Z</CreDtTm>'],
      ...['<NbOfTxs>2</NbOfTxs>', '<CtrlSum>1000050.11</CtrlSum>'],
      ...['<InitgPty>', '<Nm>Plakard</Nm>', '</InitgPty>', '</GrpHdr>'],
      ...['<PmtInf>', '<PmtInfId>PAYOUTS-20260310-7</PmtInfId>', '<PmtMtd>TRF</PmtMtd>'],
      ...['<BtchBookg>false</BtchBookg>', '<NbOfTxs>2</NbOfTxs>', '<CtrlSum>1000050.11</CtrlSum>'],
      ...['<PmtTpInf>', '<SvcLvl>', '<Cd>SEPA</Cd>', '</SvcLvl>', '</PmtTpInf>'],
      ...['<ReqdExctnDt>', '<Dt>2026-03-11</Dt>', '</ReqdExctnDt>', '<Dbtr>', '<Nm>Plakard</Nm>', '</Dbtr>'],
      ...['<DbtrAcct>', '<Id>', '<IBAN>NL91ABNA0417164300</IBAN>', '</Id>', '</DbtrAcct>'],
      ...['<DbtrAgt>', '<FinInstnId>', '<BICFI>ABNANL2A</BICFI>', '</FinInstnId>', '</DbtrAgt>'],
      '<ChrgBr>SLEV</ChrgBr>',
      ...['<CdtTrfTxInf>', '<PmtId>', '<EndToEndId>PO-1</EndToEndId>', '</PmtId>'],
      ...['<Amt>', '<InstdAmt Ccy="EUR">50.10</InstdAmt>', '</Amt>', '<Cdtr>', '<Nm>Zoe</Nm>', '</Cdtr>'],
      ...['<CdtrAcct>', '<Id>', '<IBAN>DE89370400440532013000</IBAN>', '</Id>', '</CdtrAcct>'],
      ...['<RmtInf>', '<Ustrd>Placard PO-1</Ustrd>', '</RmtInf>', '</CdtTrfTxInf>'],
      ...['<CdtTrfTxInf>', '<PmtId>', '<EndToEndId>PO-2</EndToEndId>', '</PmtId>'],
      ...['<Amt>', '<InstdAmt Ccy="EUR">1000000.01</InstdAmt>', '</Amt>'],
      ...['<CdtrAgt>', '<FinInstnId>', '<BICFI>PSSTFRPP</BICFI>', '</FinInstnId>', '</CdtrAgt>'],
      ...['<Cdtr>', `<Nm>${'x'.repeat(70)}</Nm>`, '</Cdtr>'],
      ...['<CdtrAcct>', '<Id>', '<IBAN>FR1420041010050500013M02606</IBAN>', '</Id>', '</CdtrAcct>'],
      ...['<RmtInf>', `<Ustrd>${'y'.repeat(140)}</Ustrd>`, '</RmtInf>', '</CdtTrfTxInf>'],
      ...['</PmtInf>', '</CstmrCdtTrfInitn>', '</Document>'],
    ]);
  });

  test('says so where the paying bank is found by the IBAN', () => {
    const lines = linesOf(renderSepa({ ...ORDER, debtor: { ...ORDER.debtor, bic: '' } }));
    const at = lines.indexOf('<DbtrAgt>');
    expect(lines.slice(at, at + 5)).toEqual([
      '<DbtrAgt>',
      '<FinInstnId>',
      '<Othr>',
      '<Id>NOTPROVIDED</Id>',
      '</Othr>',
    ]);
  });
});
