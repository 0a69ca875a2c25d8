import { appendFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MANIFEST } from '@placard/db/backup/backups';
import { UNFINISHED_RESTORE } from '@placard/db/process/unfinished-restore';
import { describe, expect, it } from 'vitest';
import { backupStage, changeManifest, manifestIn, PASSPHRASE } from './testing/backup-stage.ts';

const stage = backupStage();
const backUp: typeof stage.backUp = (order) => stage.backUp(order);
const restore: typeof stage.restore = (order) => stage.restore(order);
const restored: typeof stage.restored = (...path) => stage.restored(...path);

describe('a restore refuses', () => {
  const leavesNothing = async (refused: Promise<unknown>, why: string | RegExp) => {
    await expect(refused).rejects.toThrow(why);
    expect(existsSync(restored()) ? readdirSync(restored()) : []).toEqual([]);
    const { rows } = await stage.target.pool.query('select count(*)::int as users from app_user');
    expect(rows).toEqual([{ users: 0 }]);
  };

  it('a folder without a backup, and one whose backup is not whole', async () => {
    await leavesNothing(restore({ from: join(stage.into, 'nowhere') }), 'There is no folder');
    const { folder } = await backUp();
    rmSync(join(folder, MANIFEST));
    await leavesNothing(restore({ from: folder }), 'There is no whole backup');
  });

  it.each([
    [
      'damaged',
      (path: string) => writeFileSync(path, Buffer.alloc(statSync(path).size)),
      'its checksum differs',
    ],
    ['longer', (path: string) => appendFileSync(path, 'x'), 'bytes instead of'],
    ['missing', (path: string) => rmSync(path), 'is missing'],
  ])('a file that is %s, and names it', async (_, harm, why) => {
    const { folder } = await backUp();
    harm(join(folder, 'tables/ledger_entry'));
    await leavesNothing(restore(), new RegExp(`tables/ledger_entry.*${why}`));
  });

  it('a data folder with anything in it', async () => {
    await backUp();
    mkdirSync(restored());
    writeFileSync(restored('x'), '');
    await expect(restore()).rejects.toThrow(/is not empty \(x\)/);
    expect(readdirSync(restored())).toEqual(['x']);
  });

  it('a data folder that was filled while the backup was checked, and leaves what is in it', async () => {
    await backUp();
    const fill = (sentence: string) => {
      if (!sentence.startsWith('Checking')) return;
      mkdirSync(restored());
      writeFileSync(restored('of-another-restore'), '');
    };
    await expect(restore({ say: fill })).rejects.toThrow(/is not empty \(of-another-restore\)/);
    expect(readdirSync(restored())).toEqual(['of-another-restore']);
  });

  it('what a killed restore left, and says so', async () => {
    await backUp();
    mkdirSync(restored());
    writeFileSync(restored(UNFINISHED_RESTORE), '');
    await expect(restore()).rejects.toThrow('was not finished');
  });

  it('a database in use', async () => {
    await backUp();
    await stage.target.db
      .insertInto('app_user')
      .values({ email: 'a@example.test', status: 'active' })
      .execute();
    await expect(restore()).rejects.toThrow('DATABASE_URL is in use already');
    expect(existsSync(restored())).toBe(false);
  });

  it('a newer schema, another text of a migration, and a newer format', async () => {
    const { folder } = await backUp();
    const { schema } = manifestIn(folder);
    const next = { version: schema.length + 1, name: 'next', sha256: 'a'.repeat(64) };
    changeManifest(folder, { schema: [...schema, next] });
    await leavesNothing(restore(), /of schema next.*a newer Placard made it/);
    changeManifest(folder, {
      schema: schema.map((each, index) => (index === 3 ? { ...each, sha256: next.sha256 } : each)),
    });
    await leavesNothing(restore(), 'another text of the migration');
    writeFileSync(join(folder, MANIFEST), JSON.stringify({ format: 2 }));
    await leavesNothing(restore(), 'A newer Placard made this backup');
  });

  it('a manifest that was changed, where it was sealed', async () => {
    const { folder } = await backUp({ passphrase: PASSPHRASE });
    const { figures } = manifestIn(folder);
    changeManifest(folder, { figures: { ...figures, entries: figures.entries + 1 } });
    await leavesNothing(restore({ passphrase: PASSPHRASE }), 'was changed after it was made');
  });

  it('a file name that leads out of the data folder', async () => {
    const { folder } = await backUp();
    const { files } = manifestIn(folder);
    changeManifest(folder, { files: files.map((file) => ({ ...file, name: `images/../../${file.name}` })) });
    await leavesNothing(restore(), 'is damaged');
  });

  it('rows and balances that are not those that were backed up', async () => {
    const { folder } = await backUp();
    const manifest = manifestIn(folder);
    const tables = manifest.tables.map((table) => ({
      ...table,
      rows: table.rows + Number(table.name === 'campaign'),
    }));
    changeManifest(folder, { tables });
    await leavesNothing(restore(), /The table campaign has 1 rows after it was restored, and had 2/);
    changeManifest(folder, {
      tables: manifest.tables,
      figures: { ...manifest.figures, balancesDigest: 'a'.repeat(64) },
    });
    await leavesNothing(restore(), 'balances differ from those of the backup');
  });

  it('the key of another installation', async () => {
    await backUp();
    await leavesNothing(
      restore({ secretKeys: { key: Buffer.alloc(32, 7), others: [] } }),
      'Set PLACARD_SECRET_KEY',
    );
  });
});
