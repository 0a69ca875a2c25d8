import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { logArchiveOf } from '@placard/db/embedded/log-archive';
import { BUCKET_LATE_MS } from '@placard/domain/backup/point-in-time';
import { DAY_MS } from '@placard/domain/time-zone';
import { describe, expect, it } from 'vitest';
import { BASE, BucketStage, IMAGE, PIECE } from './testing/bucket-stage.ts';
import { PASSPHRASE } from './testing/moments-stage.ts';

const stage = new BucketStage();

describe('points in time in a bucket', () => {
  it('are sealed under a passphrase, and opened by no other', async () => {
    await stage.keep({ passphrase: PASSPHRASE });
    await stage.write('sealed');
    await stage.keep({ passphrase: PASSPHRASE });
    await stage.send({ passphrase: PASSPHRASE });
    const credentials = stage.server.objects.get(stage.one(/credentials\.json$/));
    expect(credentials?.toString('latin1')).not.toContain('postgres');
    await expect(stage.restore()).rejects.toThrow('Set PLACARD_BACKUP_PASSPHRASE');
    await expect(stage.restore({ passphrase: 'another passphrase here' })).rejects.toThrow('is not the one');
    expect(existsSync(stage.restored)).toBe(false);
    await stage.restore({ passphrase: PASSPHRASE });
    expect(await stage.restoredUsers()).toEqual(['sealed']);
  });

  it('wait in their folder while the bucket is away, and operators hear of it after a quarter of an hour', async () => {
    await stage.keep();
    await stage.send();
    const caughtUp = Date.now();
    stage.away();
    await stage.write('meanwhile');
    await stage.keep();
    // The database's own log is taken away as ever.
    expect(readdirSync(logArchiveOf(join(stage.dataDir, 'postgres')))).toEqual(['chain']);
    const soon = await stage.send({ now: () => new Date(caughtUp + BUCKET_LATE_MS - 60_000) });
    expect(soon).toMatchObject({ files: 0, waits: expect.stringContaining('was not reached') });
    await expect(stage.send({ now: () => new Date(caughtUp + BUCKET_LATE_MS) })).rejects.toThrow(
      /^Since 20.* the bucket gets no points in time; they are kept in .*kept alone\. The bucket of PLACARD_S3_BUCKET: writing .* was not reached/,
    );
    expect(stage.needs()).toBe(true);
    stage.back();
    const moment = await stage.write('later');
    await stage.write('latest');
    await stage.keep();
    expect(await stage.send()).toMatchObject({ waits: null });
    await stage.restore({ at: moment });
    expect(await stage.restoredUsers()).toEqual(['meanwhile', 'later']);
  });

  it('have no base there of which a file is missing, and go on where they were broken off', async () => {
    await stage.keep();
    const moment = await stage.write('broken-off');
    await stage.write('next');
    await stage.keep();
    // The largest is the last but one.
    stage.away(/PUT .*files\.tar/);
    await expect(stage.send()).rejects.toThrow('writing moments/');
    expect([stage.keys(BASE).length, stage.keys(PIECE).length > 0]).toEqual([0, true]);
    await expect(stage.restore()).rejects.toThrow('There is no whole base in the bucket yet');
    stage.back();
    stage.server.asked.length = 0;
    await stage.send();
    expect(stage.puts().some((key) => key.includes('/wal/'))).toBe(false);
    expect(stage.puts().at(-1)).toMatch(BASE);
    await stage.restore({ at: moment });
    expect(await stage.restoredUsers()).toEqual(['broken-off']);
  });

  it('are refused where an object was changed, cut or taken away', async () => {
    await stage.keep();
    await stage.write('one');
    await stage.write('two');
    await stage.keep();
    await stage.send();
    const spoiled = async (key: string, bytes: Buffer | null, fault: string | RegExp) => {
      const found = stage.server.objects.get(key) ?? Buffer.alloc(0);
      if (bytes === null) stage.server.objects.delete(key);
      else stage.server.objects.set(key, bytes);
      await expect(stage.restore()).rejects.toThrow(fault);
      stage.server.objects.set(key, found);
    };
    const tar = stage.one(/files\.tar$/);
    const changed = Buffer.from(stage.server.objects.get(tar) ?? '');
    changed[1_000] = (changed[1_000] ?? 0) ^ 1;
    await spoiled(tar, changed, 'its checksum differs');
    await spoiled(tar, null, /files\.tar of the points in time is missing in the bucket/);
    const [, piece = ''] = stage.keys(PIECE);
    await spoiled(
      piece,
      stage.server.objects.get(piece)?.subarray(0, 100) ?? null,
      'of the points in time is damaged',
    );
    await spoiled(piece, null, /^A piece of the log before .* is missing or damaged/);
    await spoiled(stage.one(BASE), Buffer.from('{}'), 'There is no whole base in the bucket yet');
    stage.server.objects.set(`net/moments/${tar.split('/')[2]}/images/${IMAGE}`, Buffer.from('another'));
    await expect(stage.restore()).rejects.toThrow(`The image ${IMAGE} of the points in time is damaged`);
    stage.server.objects.set('net/moments/../../out', Buffer.from('leads out of the folder'));
    stage.server.objects.delete(`net/moments/${tar.split('/')[2]}/images/${IMAGE}`);
    await stage.restore();
    expect(await stage.restoredUsers()).toEqual(['one', 'two']);
    expect(existsSync(join(stage.into, 'out'))).toBe(false);
    // Seven restores, two of which play the log.
  }, 180_000);

  it('go when no moment of the days needs them, and never because a folder is new', async () => {
    const began = Date.now();
    const on = (day: number) => ({ now: () => new Date(began + day * DAY_MS), days: 2 });
    await stage.keep(on(0));
    await stage.write('old');
    await stage.keep(on(0));
    await stage.send(on(0));
    const [first = ''] = stage.keys(BASE);
    const pieces = stage.keys(PIECE);
    const chain = first.split('/')[2];
    stage.server.objects.set(
      `net/moments/${chain}/base-20200101T000000000Z/cluster/files.tar`,
      Buffer.from('half'),
    );
    rmSync(stage.kept, { recursive: true });
    await stage.write('gap');
    await stage.keep(on(1.1));
    await stage.send(on(1.1));
    // The folder knows nothing of the first base, and it stays; what never came to its end goes.
    expect(stage.keys(BASE)).toHaveLength(2);
    expect(stage.keys(BASE)).toContain(first);
    expect(stage.keys(/base-2020/)).toEqual([]);
    await stage.keep(on(2.2));
    const sent = await stage.send(on(2.2));
    expect(sent?.removed).toEqual(
      [first.split('/')[3], stage.keys(BASE).length === 1 ? expect.anything() : undefined].filter(Boolean),
    );
    expect(stage.keys(new RegExp(first.split('/')[3] ?? ''))).toEqual([]);
    expect(stage.keys(PIECE).some((key) => key === pieces[0])).toBe(false);
    await stage.restore();
    expect(await stage.restoredUsers()).toEqual(['old', 'gap']);
  });

  it('of another passphrase go when nothing was added to them for longer than anything is kept', async () => {
    const began = Date.now();
    const on = (day: number) => ({ now: () => new Date(began + day * DAY_MS), days: 2 });
    await stage.keep({ ...on(0), passphrase: PASSPHRASE });
    await stage.send({ ...on(0), passphrase: PASSPHRASE });
    const sealed = stage.one(BASE);
    await stage.keep(on(0));
    await stage.send(on(2.9));
    expect(stage.keys(BASE)).toHaveLength(2);
    const sent = await stage.send(on(3.9));
    expect(sent?.removed).toEqual([sealed.split('/')[2]]);
    expect(stage.one(BASE)).not.toBe(sealed);
    expect(stage.keys(new RegExp(sealed.split('/')[2] ?? ''))).toEqual([]);
  });
});
