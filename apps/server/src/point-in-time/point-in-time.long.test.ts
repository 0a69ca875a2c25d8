import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { startCluster } from '@placard/db/embedded/cluster';
import { logArchiveOf, readLogChain } from '@placard/db/embedded/log-archive';
import { DAY_MS } from '@placard/domain/time-zone';
import { describe, expect, it } from 'vitest';
import { expectMended } from './testing/damaged-image.ts';
import { basesIn, MomentsStage, PASSPHRASE } from './testing/moments-stage.ts';

const stage = new MomentsStage();

describe('points in time', () => {
  it('are brought back as late as can be where no moment is named, sealed under a passphrase', async () => {
    await stage.keep({ passphrase: PASSPHRASE });
    await stage.write('sealed');
    await stage.keep({ passphrase: PASSPHRASE });
    const [chain = ''] = stage.chains();
    const [base = ''] = basesIn(chain);
    expect(readFileSync(join(chain, base, 'credentials.json'), 'latin1')).not.toContain('postgres');
    await expect(stage.restore()).rejects.toThrow('Set PLACARD_BACKUP_PASSPHRASE');
    await expect(stage.restore({ passphrase: 'another passphrase here' })).rejects.toThrow('is not the one');
    expect(existsSync(stage.restored)).toBe(false);
    await stage.restore({ passphrase: PASSPHRASE });
    expect(await stage.restoredUsers()).toEqual(['sealed']);
  });

  it('mend a damaged image each day, sealed under a passphrase', async () => {
    await expectMended(stage, PASSPHRASE);
  });

  it('begin another chain with another passphrase, and each serves its own moments', async () => {
    await stage.keep();
    const moment = await stage.write('open');
    await stage.write('later');
    await stage.keep();
    await stage.keep({ passphrase: PASSPHRASE });
    expect(stage.chains()).toHaveLength(2);
    await stage.restore({ at: moment, passphrase: PASSPHRASE });
    expect(await stage.restoredUsers()).toEqual(['open']);
  });

  it('are refused where a file of the base was changed, or a piece of the log is missing', async () => {
    await stage.keep();
    const moment = await stage.write('one');
    await stage.write('two');
    await stage.keep();
    const [chain = ''] = stage.chains();
    const [base = ''] = basesIn(chain);
    const secret = join(chain, base, 'credentials.json');
    const content = readFileSync(secret);
    writeFileSync(secret, Buffer.concat([content, Buffer.from('x')]));
    await expect(stage.restore()).rejects.toThrow('is damaged');
    writeFileSync(secret, content);
    const { firstPiece } = JSON.parse(readFileSync(join(chain, base, 'base.json'), 'utf8'));
    const after = readdirSync(join(chain, 'wal')).filter((piece) => piece > firstPiece);
    const [gap = '', ...rest] = after.filter((piece) => piece.length === 24);
    const bytes = readFileSync(join(chain, 'wal', gap));
    writeFileSync(join(chain, 'wal', gap), bytes.subarray(0, 100));
    await expect(stage.restore()).rejects.toThrow(`The file wal/${gap} of the points in time is damaged`);
    // PostgreSQL would take the gap for the end.
    rmSync(join(chain, 'wal', gap));
    expect(rest.length).toBeGreaterThan(0);
    await expect(stage.restore()).rejects.toThrow(
      new RegExp(`^A piece of the log before ${rest.at(-1)} is missing or damaged: .* by --to`),
    );
    for (const piece of rest) rmSync(join(chain, 'wal', piece));
    await expect(stage.restore({ at: moment })).rejects.toThrow('The log that was kept ends before');
  });

  it('take a base each day, and drop what no moment of the days needs', async () => {
    const began = Date.now();
    const on = (day: number) => ({ now: () => new Date(began + day * DAY_MS), days: 2 });
    await stage.keep(on(0));
    await stage.write('old');
    expect((await stage.keep(on(0)))?.base).toBeNull();
    const [chain = ''] = stage.chains();
    const [oldest = ''] = basesIn(chain);
    const pieces = readdirSync(join(chain, 'wal')).length;
    // Of runs that were killed.
    for (const name of ['removing-base-1', 'unfinished-base-1']) mkdirSync(join(chain, name));
    expect((await stage.keep(on(1.1)))?.base).not.toBeNull();
    expect(readdirSync(chain).filter((name) => /^(removing|unfinished)-/.test(name))).toEqual([]);
    expect(basesIn(chain)).toHaveLength(2);
    // Of the bases' own clock only a moment has passed: after two days and a bit both are older than what is kept.
    const { removed } = (await stage.keep(on(2.2))) ?? {};
    expect(removed).toContain(oldest);
    expect(readdirSync(join(chain, 'wal')).length).toBeLessThan(pieces + 4);
  });

  it('drop a log that nobody can take away, say so, and begin another chain', async () => {
    await stage.keep();
    await stage.write('gap');
    const log = readLogChain(join(stage.dataDir, 'postgres'));
    const [chain = ''] = stage.chains();
    // The folder cannot be written: a file lies where pieces go.
    rmSync(join(chain, 'wal'), { recursive: true });
    writeFileSync(join(chain, 'wal'), '');
    await expect(stage.keep()).rejects.toThrow('EEXIST');
    expect(readLogChain(join(stage.dataDir, 'postgres'))).toBe(log);
    await expect(stage.keep({ mostWaitingBytes: 1_000 })).rejects.toThrow('could not be taken to the folder');
    expect(readdirSync(logArchiveOf(join(stage.dataDir, 'postgres')))).toEqual(['chain']);
    expect(readLogChain(join(stage.dataDir, 'postgres'))).not.toBe(log);
    rmSync(join(chain, 'wal'));
    await stage.write('after-gap');
    expect((await stage.keep())?.base).not.toBeNull();
    expect(stage.chains()).toHaveLength(2);
    await stage.restore();
    expect(await stage.restoredUsers()).toEqual(['gap', 'after-gap']);
  });

  it('begin another chain after a start without an archive, and have the key of their moment', async () => {
    await stage.keep();
    const log = readLogChain(join(stage.dataDir, 'postgres'));
    await stage.stop();
    const bare = await startCluster({ home: join(stage.dataDir, 'postgres'), archiving: false });
    await bare.stop();
    await stage.start();
    expect(readLogChain(join(stage.dataDir, 'postgres'))).not.toBe(log);
    await stage.keep();
    expect(stage.chains()).toHaveLength(2);

    const moment = await stage.write('key');
    await stage.keep();
    const file = join(stage.dataDir, 'secret.key');
    const [old, oldTime] = [readFileSync(file), statSync(file).mtime];
    writeFileSync(file, `${'ab'.repeat(32)}\n`);
    await stage.write('other-key');
    await stage.keep();
    await stage.restore({ at: moment });
    expect(readFileSync(join(stage.into, 'restored', 'secret.key')).equals(old)).toBe(true);
    writeFileSync(file, old);
    utimesSync(file, oldTime, oldTime);
  });
});
