import { createHash } from 'node:crypto';
import { chmodSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS } from '@placard/domain/time-zone';
import { expect } from 'vitest';
import type { MomentsStage } from './moments-stage.ts';

/** An image that is damaged where it is kept is whole again after the next day's base, and comes back by a restore. */
export async function expectMended(stage: MomentsStage, passphrase: string | null): Promise<void> {
  const image = `images/${createHash('sha256').update('three').digest('hex')}.png`;
  writeFileSync(join(stage.dataDir, image), 'three');
  try {
    await stage.keep({ passphrase });
    const kept = join(stage.chains()[0] ?? '', image);
    const whole = statSync(kept).ino;
    const bytes = readFileSync(kept);
    writeFileSync(kept, Buffer.from(bytes.map((byte, at) => (at === bytes.length - 1 ? byte ^ 1 : byte))));
    const tomorrow = () => new Date(Date.now() + DAY_MS);
    expect((await stage.keep({ passphrase, now: tomorrow }))?.base).not.toBeNull();
    expect(statSync(kept).ino).not.toBe(whole);
    chmodSync(stage.into, 0o700);
    await stage.restore({ passphrase });
    expect(readFileSync(join(stage.restored, image), 'utf8')).toBe('three');
  } finally {
    rmSync(join(stage.dataDir, image));
  }
}
