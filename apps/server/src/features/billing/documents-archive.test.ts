import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { zipped } from './documents-archive.ts';

it('an archive holds each file under its name, of its time and as it is', () => {
  const text = 'the same word, the same word, the same word';
  const bytes = new TextEncoder().encode(text);
  const archive = zipped([
    { name: 'a.pdf', bytes, at: new Date('2026-03-10T12:00:00Z') },
    { name: 'b.pdf', bytes: new Uint8Array([1]), at: new Date('2026-03-11T12:00:00Z') },
  ]);
  expect(unzipSync(archive)).toEqual({ 'a.pdf': bytes, 'b.pdf': new Uint8Array([1]) });
  // Not packed a second time.
  expect(Buffer.from(archive).includes(text)).toBe(true);
  const again = zipped([{ name: 'a.pdf', bytes, at: new Date('2026-03-12T12:00:00Z') }]);
  expect(again).not.toEqual(zipped([{ name: 'a.pdf', bytes, at: new Date('2026-03-10T12:00:00Z') }]));
});
