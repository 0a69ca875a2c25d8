import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

/** Three bytes a pixel that nothing compresses: 4.3 of the 5 MB that an image may have. */
export const SIDE_PX = 1_200;

/** An image of noise, each time another. */
export function noisePng(): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIDE_PX, 0);
  header.writeUInt32BE(SIDE_PX, 4);
  // Eight bits of each of three colours.
  header.set([8, 2, 0, 0, 0], 8);
  const rows = Buffer.alloc(SIDE_PX * (1 + SIDE_PX * 3));
  randomBytes(rows.length).copy(rows);
  for (let row = 0; row < SIDE_PX; row += 1) rows[row * (1 + SIDE_PX * 3)] = 0;
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows, { level: 0 })), chunk('IEND')];
  return new Uint8Array(Buffer.concat([signature, ...parts]));
}

function chunk(name: string, data = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const ends = Buffer.alloc(4);
  ends.writeUInt32BE(crc32(body));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, body, ends]);
}
