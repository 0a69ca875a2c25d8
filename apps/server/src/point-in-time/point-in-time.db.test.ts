import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { logArchiveOf } from '@placard/db/embedded/log-archive';
import { DAY_MS } from '@placard/domain/time-zone';
import { describe, expect, it } from 'vitest';
import { withConnection } from '../backup/one-connection.ts';
import { withDatabase } from '../backup/running-database.ts';
import { holdFolder } from '../backup/testing/hold-folder.ts';
import { expectMended } from './testing/damaged-image.ts';
import { MomentsStage } from './testing/moments-stage.ts';
import { readRestored } from './testing/written-users.ts';

const stage = new MomentsStage();

describe('points in time', () => {
  it('bring back what was there at a moment, and nothing of what came after it', async () => {
    const image = (name: string) => join(stage.dataDir, 'images', name);
    writeFileSync(image('one.png'), 'one');
    const first = await stage.keep();
    expect(first?.base).toMatch(/^base-/);
    await stage.write('before');
    const moment = await stage.write('at');
    await stage.write('after');
    await stage.client.query('update app_user set email = $1 where email = $2', [
      'gone@moments.test',
      'before@moments.test',
    ]);
    writeFileSync(image('two.png'), 'two');
    const second = await stage.keep();
    expect(second).toMatchObject({ base: null, removed: [] });
    expect(second?.pieces).toBeGreaterThanOrEqual(3);
    expect(readdirSync(logArchiveOf(join(stage.dataDir, 'postgres')))).toEqual(['chain']);

    // Where PostgreSQL runs as a user of its own, its files go elsewhere.
    chmodSync(stage.into, 0o700);
    const report = await stage.restore({ at: moment });
    expect(report.pieces).toBeGreaterThanOrEqual(3);
    expect(await stage.restoredUsers()).toEqual(['before', 'at']);
    const restored = stage.restored;
    const acts = `select action, detail from audit_log where subject_kind = 'database' order by id`;
    const detail = { osUser: 'ada', from: report.folder, to: moment.toISOString() };
    const base = { osUser: 'placard', by: 'placard', into: stage.kept, sealed: false };
    const [taken, restoring, ...others] = (await readRestored(restored, acts)).slice(-2);
    expect([taken, restoring, others, stage.warned]).toEqual([
      { action: 'database.base', detail: base },
      { action: 'database.restore', detail },
      [],
      [],
    ]);
    expect(readdirSync(restored).sort()).toEqual(['analytics', 'images', 'postgres', 'secret.key']);
    expect(readFileSync(join(restored, 'images', 'two.png'), 'utf8')).toBe('two');
    expect(statSync(join(restored, 'secret.key')).mode & 0o777).toBe(0o600);
    const key = (folder: string) => readFileSync(join(folder, 'secret.key'));
    expect(key(restored).equals(key(stage.dataDir))).toBe(true);
    expect(existsSync(join(restored, 'postgres', 'cluster', 'placard_recovery'))).toBe(false);
  });

  it('refuse a moment before the first base, one after the log, and a folder that is in use', async () => {
    const before = new Date();
    await stage.keep();
    await stage.write('last');
    await stage.keep();
    await expect(stage.restore({ at: before })).rejects.toThrow(
      /^The earliest moment that .* can restore is 20/,
    );
    await expect(stage.restore({ at: new Date(Date.now() + DAY_MS) })).rejects.toThrow(
      /^The log that was kept ends before .*; the last change in it is of 20.* Leave --to out/,
    );
    // What was half made is gone: a second try has an empty folder.
    expect(readdirSync(stage.restored)).toEqual([]);
    writeFileSync(join(stage.into, 'restored', 'mine'), '');
    await expect(stage.restore()).rejects.toThrow('is not empty (mine)');
    await expect(stage.restore({ databaseUrl: 'postgres://else/where' })).rejects.toThrow(
      'leave DATABASE_URL out',
    );
  });

  it('leave a data folder as it is that was filled while they were checked', async () => {
    await stage.keep();
    const fill = (sentence: string) => {
      if (!sentence.startsWith('Checking')) return;
      mkdirSync(stage.restored);
      writeFileSync(join(stage.restored, 'of-another-restore'), '');
    };
    await expect(stage.restore({ say: fill })).rejects.toThrow('is not empty (of-another-restore)');
    expect(readdirSync(stage.restored)).toEqual(['of-another-restore']);
  });

  it('leave nothing of a base that was broken off: the log needs the room', async () => {
    await stage.keep();
    const [chain = ''] = stage.chains();
    const names = () => [...readdirSync(chain), ...readdirSync(stage.kept)];
    const isRest = (name: string) => /^(unfinished|removing)-/.test(name);
    // As kill -9 leaves them, with which no base is due yet.
    for (const rest of [join(chain, 'unfinished-base-x'), join(chain, 'removing-base-x')]) mkdirSync(rest);
    mkdirSync(join(stage.kept, 'removing-chain-x'));
    expect((await stage.keep())?.base).toBeNull();
    expect(names().filter(isRest)).toEqual([]);

    // What cannot be removed keeps no log from being kept.
    const held = join(chain, 'unfinished-base-y', 'held');
    mkdirSync(held, { recursive: true });
    const letGo = holdFolder(held);
    try {
      await stage.write('held');
      expect((await stage.keep())?.pieces).toBeGreaterThan(0);
      if (letGo !== null)
        expect(stage.warned.splice(0)).toEqual([expect.stringContaining('cannot be removed')]);
    } finally {
      letGo?.();
    }
    await stage.keep();
    expect(names().filter(isRest)).toEqual([]);

    const [credentials, away] = ['credentials.json', 'away.json'].map((name) =>
      join(stage.dataDir, 'postgres', name),
    );
    renameSync(credentials ?? '', away ?? '');
    try {
      const tomorrow = () => new Date(Date.now() + DAY_MS);
      await expect(stage.keep({ now: tomorrow })).rejects.toThrow();
      expect(names().filter(isRest)).toEqual([]);
    } finally {
      renameSync(away ?? '', credentials ?? '');
    }
  });

  it('go on over a command while Placard is stopped, with what waited by then', async () => {
    await stage.keep();
    await stage.write('before');
    await stage.stop();
    const insert = (name: string) =>
      `insert into app_user (email, status) values ('${name}@moments.test', 'active')`;
    await withDatabase(stage.dataDir, undefined, async (url) => {
      await withConnection(url, 'placard-sql', async (client) => await client.query(insert('command')));
    });
    await stage.start();
    await stage.write('after');
    expect((await stage.keep())?.base).toBeNull();
    expect(stage.chains()).toHaveLength(1);
    chmodSync(stage.into, 0o700);
    await stage.restore();
    expect((await stage.restoredUsers()).toSorted()).toEqual(['after', 'before', 'command']);
  });

  it('mend a damaged image each day', async () => {
    await expectMended(stage, null);
  });

  it('are not kept in the data folder, nor of a database that keeps no log', async () => {
    await expect(stage.keep({ into: join(stage.dataDir, 'kept') })).rejects.toThrow(
      'lies in the data folder',
    );
    symlinkSync(join(stage.dataDir, 'images'), join(stage.into, 'link'));
    await expect(stage.keep({ into: join(stage.into, 'link', 'kept') })).rejects.toThrow(
      'lies in the data folder',
    );
    expect(existsSync(join(stage.dataDir, 'images', 'kept'))).toBe(false);
    await expect(stage.keep({ dataDir: join(stage.into, 'nothing') })).rejects.toThrow('keeps no log');
  });

  it('say that a base has no log where the database cannot archive it, and leave nothing of it', async () => {
    const { client } = stage;
    const { rows } = await client.query('select pg_walfile_name(pg_current_wal_lsn()) as piece');
    const archive = logArchiveOf(join(stage.dataDir, 'postgres'));
    const held = join(archive, `${rows[0]?.piece}.part`);
    symlinkSync(join(stage.into, 'nowhere', 'else'), held);
    try {
      await expect(stage.keep({ patienceMs: 0 })).rejects.toThrow(`into ${archive}. Its own log says why.`);
    } finally {
      rmSync(held);
    }
    const names = stage.chains().flatMap((chain) => readdirSync(chain));
    expect(names.filter((name) => /^(base|unfinished)-/.test(name))).toEqual([]);
  });
});
