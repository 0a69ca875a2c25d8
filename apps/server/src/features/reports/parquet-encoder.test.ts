import { type FileCell, fileColumns } from '@placard/domain/analytics/report-file';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { expect, it } from 'vitest';
import { ParquetEncoder, ROW_GROUP_ROWS } from './parquet-encoder.ts';
import { parquetWriter } from './parquet-thread.ts';

const COLUMNS = fileColumns(['website', 'date', 'hourOfDay', 'country'], ['impressions', 'ctr', 'spend']);

/** Pieces as they are handed on, each of which is somebody else's from then on. */
function encoded(parts: readonly FileCell[][][]): { pieces: Uint8Array[]; file: ArrayBuffer } {
  const encoder = new ParquetEncoder(COLUMNS);
  const pieces = parts.map((rows) => encoder.add(rows));
  pieces.push(encoder.end());
  return { pieces, file: new Uint8Array(Buffer.concat(pieces)).buffer };
}
const day = (text: string) => new Date(`${text}T00:00:00Z`);

it('writes each kind of column as what it is, and nothing for what is not known', async () => {
  const { file } = encoded([
    [
      [7, 'harbour.example', '2026-03-29', 0, 'DE', 12, 0.25, -1_234_567n],
      [null, '', '', null, '', null, null, null],
      [4_294_967_295, 'Ünder', '1970-01-01', 23, 'ZZ', 9_007_199_254_740_991, 1, 9_223_372_036_854_775_807n],
    ],
  ]);
  const rows = await parquetReadObjects({ file });
  expect(rows).toEqual([
    {
      ...{ websiteId: 7n, website: 'harbour.example', date: day('2026-03-29'), hourOfDay: 0, country: 'DE' },
      ...{ impressions: 12n, ctr: 0.25, spend: -1.234567 },
    },
    {
      ...{ websiteId: null, website: '', date: null, hourOfDay: null, country: '' },
      ...{ impressions: null, ctr: null, spend: null },
    },
    {
      ...{
        websiteId: 4_294_967_295n,
        website: 'Ünder',
        date: day('1970-01-01'),
        hourOfDay: 23,
        country: 'ZZ',
      },
      ...{ impressions: 9_007_199_254_740_991n, ctr: 1, spend: 9_223_372_036_854.775 },
    },
  ]);
});

it('writes a group once there are rows enough for one, and keeps what it has given away', async () => {
  const rowsFrom = (from: number, count: number) =>
    Array.from({ length: count }, (_, index): FileCell[] => [
      ...[from + index, `No. ${from + index}`, '2026-03-29', 1, 'DE', 1, 0.5, 1_000_000n],
    ]);
  const [first, second] = [ROW_GROUP_ROWS - 1, 1];
  const parts = [rowsFrom(0, first), rowsFrom(first, second), rowsFrom(ROW_GROUP_ROWS, 5)];
  const { pieces, file } = encoded(parts);
  expect(pieces.map(({ length }) => length > 100)).toEqual([false, true, false, true]);
  expect(parquetMetadata(file).row_groups.map(({ num_rows: count }) => Number(count))).toEqual([
    ROW_GROUP_ROWS,
    5,
  ]);
  const rows = await parquetReadObjects({ file });
  expect(rows.map(({ websiteId }) => Number(websiteId))).toEqual([...Array(ROW_GROUP_ROWS + 5).keys()]);
});

it('keeps nothing of a column beside its values: a file is read whole', () => {
  const { file } = encoded([[[1, 'a', '2026-03-29', 1, 'DE', 1, 0.5, 1n]]]);
  const [group] = parquetMetadata(file).row_groups;
  expect(group?.columns.map((column) => column.meta_data?.statistics)).toEqual(COLUMNS.map(() => undefined));
  expect(group?.columns.map((column) => column.offset_index_offset)).toEqual(COLUMNS.map(() => undefined));
});

it('is written by a thread of its own, which says when it has ended', async () => {
  const writer = parquetWriter(COLUMNS);
  expect(Buffer.from(await writer.add([])).toString()).toBe('PAR1');
  expect((await writer.end()).length).toBeGreaterThan(100);
  writer.close();
  await expect(writer.add([])).rejects.toThrow('the thread that wrote a file has ended');
});

it('without a row writes its columns', async () => {
  const { file } = encoded([]);
  expect(await parquetReadObjects({ file })).toEqual([]);
  const { schema, row_groups: groups } = parquetMetadata(file);
  expect(schema.slice(1).map(({ name }) => name)).toEqual(COLUMNS.map(({ name }) => name));
  expect(groups).toEqual([]);
  const money = { type: 'FIXED_LEN_BYTE_ARRAY', type_length: 12, converted_type: 'DECIMAL' };
  expect(schema.at(-1)).toMatchObject({ ...money, name: 'spend', precision: 28, scale: 6 });
});
