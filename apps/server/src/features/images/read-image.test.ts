import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ObjectSettings } from '@placard/db/objects/object-settings';
import { afterAll, expect, it } from 'vitest';
import { imageReader } from './read-image.ts';

const folder = mkdtempSync(join(tmpdir(), 'placard-read-image-'));
mkdirSync(join(folder, 'images'));
writeFileSync(join(folder, 'images', 'here.png'), 'of the folder');
afterAll(() => rmSync(folder, { recursive: true }));

const SETTINGS = { bucket: 'ads' } as ObjectSettings;
const textOf = (bytes: Uint8Array | null) => (bytes === null ? null : Buffer.from(bytes).toString());

it('reads an image of the folder, and of the bucket what is not there', async () => {
  const asked: string[] = [];
  const { read, close } = imageReader(folder, SETTINGS, async ({ bucket }) => {
    asked.push(`open ${bucket}`);
    return {
      get: async (key) => {
        asked.push(key);
        return key === 'images/there.png' ? Readable.from([Buffer.from('of the bucket')]) : null;
      },
      close: () => void asked.push('close'),
    };
  });
  expect(textOf(await read('here.png'))).toBe('of the folder');
  expect(asked).toEqual([]);
  expect(textOf(await read('there.png'))).toBe('of the bucket');
  expect(textOf(await read('nowhere.png'))).toBeNull();
  await close();
  expect(asked).toEqual(['open ads', 'images/there.png', 'images/nowhere.png', 'close']);
});

it('asks nobody where there is no bucket, or nothing was missing', async () => {
  const open = () => expect.fail('it was opened');
  const alone = imageReader(folder, null, open);
  expect(textOf(await alone.read('there.png'))).toBeNull();
  // One that is there and cannot be read is not nowhere.
  mkdirSync(join(folder, 'images', 'odd.png'));
  await expect(alone.read('odd.png')).rejects.toMatchObject({ code: 'EISDIR' });
  await alone.close();
  await imageReader(folder, SETTINGS, open).close();
});
