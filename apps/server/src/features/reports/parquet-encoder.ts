import type { FileCell, FileColumn, FileColumnKind } from '@placard/domain/analytics/report-file';
import { numberOfDay } from '@placard/domain/time-zone';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';

type Element = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number];

/** What is read together: fewer rows make a long list of groups at the end of the file, more take more memory. */
export const ROW_GROUP_ROWS = 20_000;

/** Twelve bytes hold every sum of 64 bits and every price made of one; of eight the format allows 18 digits only. */
const MONEY = {
  type: 'FIXED_LEN_BYTE_ARRAY',
  type_length: 12,
  converted_type: 'DECIMAL',
  scale: 6,
  precision: 28,
} as const;

const ELEMENTS = {
  id: { type: 'INT64' },
  count: { type: 'INT64' },
  whole: { type: 'INT32' },
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  day: { type: 'INT32', converted_type: 'DATE' },
  money: MONEY,
  ratio: { type: 'DOUBLE' },
} as const satisfies Record<FileColumnKind, Omit<Element, 'name'>>;

function parquetValue(kind: FileColumnKind, cell: FileCell): FileCell {
  if (cell === null || cell === '') return kind === 'text' ? cell : null;
  if (kind === 'day') return numberOfDay(String(cell));
  return kind === 'id' || kind === 'count' ? BigInt(cell) : cell;
}

/** Writes a file of Parquet by groups of rows; no more than one group is in memory, and what each of them is like. */
export class ParquetEncoder {
  readonly #columns: readonly FileColumn[];
  readonly #bytes = new ByteWriter();
  readonly #writer: ParquetWriter;
  #waiting: FileCell[][] = [];

  constructor(columns: readonly FileColumn[]) {
    this.#columns = columns;
    this.#writer = new ParquetWriter({
      writer: this.#bytes,
      statistics: false,
      createdBy: 'Placard',
      schema: [
        { name: 'report', num_children: columns.length },
        ...columns.map(({ name, kind }) => ({
          ...{ name, repetition_type: 'OPTIONAL' as const },
          ...ELEMENTS[kind],
        })),
      ],
    });
  }

  /** @returns what is written by now; nothing until a group is full */
  add(rows: readonly FileCell[][]): Uint8Array<ArrayBuffer> {
    this.#waiting.push(...rows);
    if (this.#waiting.length >= ROW_GROUP_ROWS) this.#writeGroup();
    return this.#taken();
  }

  /** @returns the rest of the file */
  end(): Uint8Array<ArrayBuffer> {
    if (this.#waiting.length > 0) this.#writeGroup();
    void this.#writer.finish();
    return this.#taken();
  }

  #writeGroup(): void {
    const rows = this.#waiting;
    this.#waiting = [];
    void this.#writer.write({
      rowGroupSize: rows.length,
      columnData: this.#columns.map(({ name, kind }, at) => ({
        name,
        data: rows.map((row) => parquetValue(kind, row[at] ?? null)),
        offsetIndex: false,
      })),
    });
  }

  #taken(): Uint8Array<ArrayBuffer> {
    const taken = this.#bytes.getBytes().slice() as Uint8Array<ArrayBuffer>;
    // Where the file is (`offset`) stays: what is taken is not kept.
    this.#bytes.index = 0;
    return taken;
  }
}
