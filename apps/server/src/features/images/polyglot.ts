/**
 * Text that makes a file a page, a script or a document in the eyes of a careless reader. Metadata of honest images
 * (XMP, EXIF, ICC) holds none of it, and pixels hold it by chance once in 2^35 bytes: one image in six thousand of the largest.
 */
const FOREIGN_TEXT = ['<script', '<html', '<!doctype html', '<iframe', '<?php', '%pdf-'];
/** Pixels hold its four letters, in any case, once in 2^29 bytes: one image in a hundred of the largest. A drawing goes on in text. */
const DRAWING = /<svg(?=[\s/>])[\t\n\r -~]{8}/;
const ZIP_LOCAL_HEADER = Buffer.from('PK\x03\x04', 'latin1');
const ZIP_END = Buffer.from('PK\x05\x06', 'latin1');
/** A zip's end record is at most its 22 bytes and a comment of 65,535 before the end of the file. */
const ZIP_END_REACH_BYTES = 22 + 65_535;

/** True where an image file is another kind of file as well: a page, a script, a PDF or an archive. */
export function isPolyglot(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = buffer.toString('latin1').toLowerCase();
  if (FOREIGN_TEXT.some((sign) => text.includes(sign)) || DRAWING.test(text)) return true;
  const tail = buffer.subarray(Math.max(0, buffer.length - ZIP_END_REACH_BYTES));
  return tail.includes(ZIP_END) && buffer.includes(ZIP_LOCAL_HEADER);
}
