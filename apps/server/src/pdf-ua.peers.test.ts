import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { peers } from '@placard/tooling/config';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { InvoiceDocument } from './features/billing/document-content.ts';
import { renderInvoice } from './features/billing/invoice-document.ts';
import { sampleDocument } from './features/billing/testing/sample-document.ts';
import { renderStatementPdf } from './features/payments/statement-pdf.ts';
import { sampleStatement } from './features/payments/testing/sample-statement.ts';

const LINES = [
  'Spring sale',
  'Gebäudereinigung Süd',
  'شركة الفانوس للإعلان',
  'פנס פרסום בע״מ (7)',
  'बजार लालटेन',
  'บริษัท โคมไฟ จำกัด',
  '灯笼广告有限公司',
  'ꦗꦮ 𐎀 🔥',
].map((text, index) => ({ text, amountCents: BigInt(index) }));
const MANY_LINES = Array.from({ length: 30 }, () => LINES).flat();

const KINDS: Readonly<Record<string, Partial<InvoiceDocument>>> = {
  invoice: { lines: MANY_LINES },
  receipt: { title: 'Receipt', period: null, tax: null, lines: LINES },
  correction: {
    title: 'Credit note',
    lines: [{ text: 'Back', amountCents: -100n }],
    totalCents: -100n,
    tax: null,
  },
  self_billing: {
    title: 'Gutschrift',
    language: 'de',
    withheld: { cents: 100n, rateBp: 550 },
    lines: LINES,
  },
  self_billing_cancellation: {
    title: 'Cancellation of self-billing',
    withheld: { cents: -100n, rateBp: 550 },
    lines: [{ text: 'Cancellation of SBI-7-0001: wrong', amountCents: -10_000n }],
    totalCents: -10_000n,
    tax: null,
  },
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'placard-verapdf-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What veraPDF says of each file: a line that begins with PASS or FAIL. */
async function checked(files: readonly string[]): Promise<string[]> {
  const { verapdf = '' } = peers();
  const run = verapdf.endsWith('.jar')
    ? ['java', '-cp', verapdf, 'org.verapdf.apps.GreenfieldCliWrapper']
    : [verapdf];
  const [program = '', ...first] = run;
  const { stdout } = await promisify(execFile)(program, [
    ...first,
    '--flavour',
    'ua1',
    '--format',
    'text',
    ...files,
  ]);
  return stdout.split('\n').filter((line) => /^(PASS|FAIL) /.test(line));
}

it('one document of each kind keeps to PDF/UA-1 by veraPDF', async () => {
  const documents = await Promise.all([
    ...Object.entries(KINDS).map(async ([kind, changes]) => ({
      kind,
      bytes: await renderInvoice(sampleDocument(changes)),
    })),
    { kind: 'statement', bytes: await renderStatementPdf(sampleStatement({ language: 'de' })) },
  ]);
  const files = documents.map(({ kind, bytes }) => {
    const file = join(folder, `${kind}.pdf`);
    writeFileSync(file, bytes);
    return file;
  });
  expect(await checked(files)).toEqual(files.map((file) => `PASS ${file} ua1`));
});
