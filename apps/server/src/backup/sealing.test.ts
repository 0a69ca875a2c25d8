import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { beforeAll, describe, expect, it } from 'vitest';
import { BackupKey, CHUNK_BYTES } from './sealing.ts';

const PASSPHRASE = 'a passphrase of some length';

let key: BackupKey;
beforeAll(() => {
  key = BackupKey.make(PASSPHRASE);
});

async function through(
  bytes: Buffer,
  step: ReturnType<BackupKey['seal']>,
  pieceBytes = 10_000,
): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += pieceBytes) pieces.push(bytes.subarray(at, at + pieceBytes));
  return Buffer.concat(await Readable.from(pieces).pipe(step).toArray());
}
const seal = (bytes: Buffer, name = 'tables/a') => through(bytes, key.seal(name));
const unseal = (bytes: Buffer, name = 'tables/a', pieceBytes?: number) =>
  through(bytes, key.unseal(name), pieceBytes);
const HEAD = 16;
const SEALED_CHUNK = CHUNK_BYTES + 16;

describe('a sealed file', () => {
  it.each([0, 1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 3 * CHUNK_BYTES + 7])(
    'opens as it was: %i bytes',
    async (length) => {
      const plain = randomBytes(length);
      const sealed = await seal(plain);
      expect(sealed.length).toBe(HEAD + length + 16 * Math.max(1, Math.ceil(length / CHUNK_BYTES)));
      expect((await unseal(sealed)).equals(plain)).toBe(true);
      expect((await unseal(sealed, 'tables/a', 7_919)).equals(plain)).toBe(true);
    },
  );

  it('has its tags after each 64 KiB, as in every backup that was made before', async () => {
    expect([CHUNK_BYTES, (await seal(Buffer.alloc(65_536 + 1))).length]).toEqual([
      65_536,
      HEAD + 65_536 + 1 + 2 * 16,
    ]);
  });

  it('opens in whatever pieces it comes, also where its salt is cut', async () => {
    const plain = randomBytes(40);
    expect((await unseal(await seal(plain), 'tables/a', 3)).equals(plain)).toBe(true);
  });

  it('never looks alike twice', async () => {
    const plain = Buffer.alloc(100);
    expect((await seal(plain)).equals(await seal(plain))).toBe(false);
  });

  it.each([
    [
      'a changed byte',
      (sealed: Buffer) => Buffer.from(sealed).fill(sealed[HEAD + 5] === 0 ? 1 : 0, HEAD + 5, HEAD + 6),
    ],
    ['a changed salt', (sealed: Buffer) => Buffer.concat([randomBytes(HEAD), sealed.subarray(HEAD)])],
    ['its last chunk gone', (sealed: Buffer) => sealed.subarray(0, HEAD + 2 * SEALED_CHUNK)],
    ['its last byte gone', (sealed: Buffer) => sealed.subarray(0, -1)],
    ['a byte more', (sealed: Buffer) => Buffer.concat([sealed, Buffer.of(0)])],
    ['nothing but its salt', (sealed: Buffer) => sealed.subarray(0, HEAD)],
    ['nothing', () => Buffer.alloc(0)],
    [
      'two chunks changed about',
      (sealed: Buffer) => {
        const [first, second] = [HEAD, HEAD + SEALED_CHUNK];
        const end = second + SEALED_CHUNK;
        const parts = [
          [0, first],
          [second, end],
          [first, second],
          [end, sealed.length],
        ] as const;
        return Buffer.concat(parts.map(([from, to]) => sealed.subarray(from, to)));
      },
    ],
  ])('does not open with %s', async (_, change) => {
    const sealed = await seal(randomBytes(2 * CHUNK_BYTES + 100));
    await expect(unseal(change(sealed))).rejects.toThrow(
      'The file tables/a of the backup was changed or cut short.',
    );
  });

  it('does not open under the name of another', async () => {
    await expect(unseal(await seal(randomBytes(10)), 'tables/b')).rejects.toThrow('tables/b');
  });
});

describe('the key', () => {
  it('costs who guesses it 128 MiB and some tenths of a second', () => {
    expect(key.derivation).toMatchObject({ kind: 'scrypt', cost: 131_072, blockSize: 8, parallelization: 1 });
  });

  it('comes from its passphrase and salt, and from no other passphrase', async () => {
    const again = BackupKey.open(PASSPHRASE, key.derivation);
    const plain = randomBytes(100);
    expect((await through(await seal(plain), again.unseal('tables/a'))).equals(plain)).toBe(true);
    expect(() => BackupKey.open(`${PASSPHRASE}.`, key.derivation)).toThrow('is not the one');
    expect(BackupKey.make(PASSPHRASE).derivation.salt).not.toBe(key.derivation.salt);
  });

  it('signs', () => {
    const signature = key.sign('a manifest');
    expect(key.isSigned('a manifest', signature)).toBe(true);
    expect(key.isSigned('a manifesto', signature)).toBe(false);
    expect(key.isSigned('a manifest', '')).toBe(false);
  });
});

describe('a key that was derived before', () => {
  it('opens nothing under another passphrase, salt or cost, and still what it is of', () => {
    const { derivation } = key;
    const other = { ...derivation, salt: randomBytes(16).toString('hex') };
    expect(BackupKey.open(PASSPHRASE, derivation).sign('text')).toBe(key.sign('text'));
    expect(() => BackupKey.open(`${PASSPHRASE}!`, derivation)).toThrow('is not the one');
    expect(() => BackupKey.open(PASSPHRASE, other)).toThrow('is not the one');
    expect(() => BackupKey.open(PASSPHRASE, { ...derivation, cost: 2 ** 10 })).toThrow('is not the one');
    expect(() => BackupKey.open(PASSPHRASE, { ...derivation, blockSize: 4 })).toThrow('is not the one');
    expect(BackupKey.open(PASSPHRASE, derivation).sign('text')).toBe(key.sign('text'));
  });
});
