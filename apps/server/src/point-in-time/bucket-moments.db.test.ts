import { readdirSync, rmSync } from 'node:fs';
import { BUCKET_LISTED_EVERY_MS } from '@placard/domain/backup/point-in-time';
import { describe, expect, it } from 'vitest';
import { BucketStage, PIECE } from './testing/bucket-stage.ts';

const stage = new BucketStage();

describe('points in time in a bucket', () => {
  it('bring back a moment on a machine that has nothing but the bucket', async () => {
    await stage.keep();
    await stage.write('before');
    const moment = await stage.write('at');
    await stage.write('after');
    await stage.keep();
    const sent = await stage.send();
    expect(sent).toMatchObject({ removed: [], waits: null });
    expect(sent?.files).toBe(stage.server.objects.size);
    rmSync(stage.kept, { recursive: true });
    const report = await stage.restore({ at: moment });
    expect(report.pieces).toBeGreaterThanOrEqual(3);
    expect(await stage.restoredUsers()).toEqual(['before', 'at']);
    expect(readdirSync(stage.restored).sort()).toEqual(['analytics', 'images', 'postgres', 'secret.key']);
    // What was fetched is gone.
    expect(readdirSync(stage.into)).toEqual(['restored']);
  });

  it('send what is new alone, and list the bucket once a day', async () => {
    await stage.keep();
    await stage.send();
    expect(stage.needs()).toBe(false);
    stage.server.asked.length = 0;
    await stage.write('more');
    await stage.keep();
    expect(stage.needs()).toBe(true);
    const sent = await stage.send();
    expect(stage.server.asked.every((asked) => asked.startsWith('PUT net/moments/'))).toBe(true);
    expect(sent?.files).toBe(stage.puts().length);
    expect(stage.puts().every((key) => key.includes('/wal/'))).toBe(true);
    expect(stage.needs()).toBe(false);
    const nextDay = Date.now() + BUCKET_LISTED_EVERY_MS;
    expect([stage.needs(nextDay - 60_000), stage.needs(nextDay)]).toEqual([false, true]);
    // What somebody took away there comes back then.
    const piece = stage.keys(PIECE)[0] ?? '';
    stage.server.objects.delete(piece);
    stage.server.objects.set(stage.one(/images\/one\.png$/), Buffer.from('o'));
    stage.server.asked.length = 0;
    await stage.send({ now: () => new Date(nextDay) });
    expect(stage.puts()).toEqual([piece, stage.one(/images\/one\.png$/)]);
    // And what is another of the same size, whether it was sent within the day or seen whole by an earlier look.
    for (const key of [piece, stage.one(/images\/one\.png$/)]) {
      const spoiled = Buffer.from(stage.server.objects.get(key) ?? '');
      spoiled[0] = (spoiled[0] ?? 0) ^ 1;
      stage.server.objects.set(key, spoiled);
    }
    for (const [days, again] of [
      [2, [piece, stage.one(/images\/one\.png$/)]],
      [3, []],
    ] as const) {
      stage.server.asked.length = 0;
      await stage.send({ now: () => new Date(Date.now() + days * BUCKET_LISTED_EVERY_MS) });
      expect(stage.puts()).toEqual(again);
    }
  });

  it('tell of a bucket at once that never took anything', async () => {
    await stage.keep();
    stage.server.before = (_, response) => {
      response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>');
      return true;
    };
    await expect(stage.send()).rejects.toThrow(/^The bucket has no points in time; .* it answered 403/);
  });
});
