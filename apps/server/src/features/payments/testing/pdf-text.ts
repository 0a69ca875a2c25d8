import { inflateSync } from 'node:zlib';

/** What a PDF of ours says, piece by piece: its compressed streams' hexadecimal strings in Windows-1252. */
export function pdfText(pdf: Buffer): string[] {
  const pieces: string[] = [];
  let at = 0;
  for (;;) {
    const begin = pdf.indexOf('stream\n', at);
    if (begin < 0) return pieces;
    const end = pdf.indexOf('\nendstream', begin);
    at = end + '\nendstream'.length;
    const body = pdf.subarray(begin + 'stream\n'.length, end);
    for (const [line] of inflateSync(body)
      .toString('latin1')
      .matchAll(/\[.*?\] TJ/g)) {
      const hex = [...line.matchAll(/<([0-9a-f]*)>/g)].map(([, digits]) => digits ?? '').join('');
      pieces.push(new TextDecoder('windows-1252').decode(Buffer.from(hex, 'hex')));
    }
  }
}
