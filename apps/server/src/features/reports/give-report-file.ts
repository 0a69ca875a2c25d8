import type { reportFileQuery } from '@placard/contract/reports';
import {
  type FileColumn,
  fileCells,
  fileColumns,
  REPORT_FILE_MAX_ROWS,
  reportFileIssue,
} from '@placard/domain/analytics/report-file';
import type { z } from 'zod';
import type { HasAnalytics } from '../../analytics/open-analytics.ts';
import { copyReport, type ReportCopy } from '../../analytics/report-copy.ts';
import type { ReportScope } from '../../analytics/report-sql.ts';
import { invalidInput, issueAt } from '../../api/app-error.ts';
import { StreamedFile } from '../../api/streamed-file.ts';
import type { Actor, HasClock, HasDb, HasLog } from '../../deps.ts';
import { NobodyWaits } from '../../fairness/turns.ts';
import type { FileWriter } from './file-writer.ts';
import { FILE_TYPES, fileWriter } from './file-writers.ts';
import { refusedToCaller } from './give-report.ts';
import { withValues } from './narrowed.ts';
import { type OpenFile, OpenFiles } from './open-files.ts';
import { reportDays } from './report-days.ts';
import { readLabels } from './report-labels.ts';
import { readReportQuery } from './report-query.ts';

type Deps = HasDb & HasClock & HasAnalytics & HasLog;

/** What is read at once: its text is taken apart in some 5 ms. */
const PAGE_ROWS = 2_000;

const files = new OpenFiles();

/** How many files are being written now. */
export function openReportFiles(): number {
  return files.count;
}

/** Who waits for the file, and who is told what it was read from. */
export type FileCall = {
  readonly gone: AbortSignal;
  readonly onRead?: ((sources: readonly string[]) => void) | undefined;
  /** Fewer than a file may have, for tests. */
  readonly mostRows?: number;
};

/**
 * All rows of a report as a file that is written while it is taken: the rows as they are at this moment, a page at a time. Ends, and
 * the engine's work with it, when whoever asked is gone.
 * @throws AppError as `giveReport`; `report_file_running`; `invalid_input` at `by` for more rows than a file may have
 */
export async function giveReportFile(
  deps: Deps,
  actor: Actor,
  scope: ReportScope,
  input: z.output<typeof reportFileQuery>,
  { gone, onRead, mostRows = REPORT_FILE_MAX_ROWS }: FileCall,
): Promise<StreamedFile> {
  const { format, ...texts } = input;
  const days = reportDays(deps, actor, input);
  const asked = readReportQuery({ ...texts, limit: 1 }, days, null);
  const place = files.open(actor.accountId, gone);
  const { ended } = place;
  let copy: ReportCopy | null = null;
  try {
    const query = await refusedToCaller(withValues(deps, scope, asked));
    copy = await refusedToCaller(
      copyReport(deps, scope, query, { key: `account ${actor.accountId}`, gone: ended, mostRows }),
    );
    const tooLong = reportFileIssue(copy.rowCount, mostRows);
    if (tooLong !== null) throw invalidInput(issueAt('by', tooLong));
    onRead?.([copy.source]);
    const columns = fileColumns(query.by ?? [], query.metrics);
    const pieces = new Pieces(deps, { copy, columns, place, writer: fileWriter(format, columns) });
    const first = await pieces.first();
    return new StreamedFile(first.content, {
      name: `report-${days.from}-${days.to}.${format}`,
      type: FILE_TYPES[format],
      ...{ rowCount: copy.rowCount, bytesAbout: first.bytesAbout },
    });
  } catch (error) {
    place.close();
    await copy?.drop().catch(() => undefined);
    throw ended.aborted ? new NobodyWaits() : error;
  }
}

type Parts = {
  readonly copy: ReportCopy;
  readonly columns: readonly FileColumn[];
  readonly place: OpenFile;
  readonly writer: FileWriter;
};

/** A file in pieces, each made when the one before was taken. */
class Pieces {
  readonly #deps: HasDb & HasLog;
  readonly #parts: Parts;
  #rows = 0;
  #isWhole = false;
  #closed = false;

  constructor(deps: HasDb & HasLog, parts: Parts) {
    this.#deps = deps;
    this.#parts = parts;
    parts.place.ended.addEventListener('abort', () => void this.#close());
  }

  /** The first piece is made before anything is answered: what goes wrong until then is told in words. */
  async first(): Promise<{ content: ReadableStream<Uint8Array>; bytesAbout: number }> {
    const { rowCount } = this.#parts.copy;
    try {
      const piece = await this.#next();
      const bytesAbout = this.#rows === 0 ? piece.length : Math.round((piece.length * rowCount) / this.#rows);
      return { content: this.#stream(piece), bytesAbout };
    } catch (error) {
      await this.#close();
      throw error;
    }
  }

  /** Nothing is made before it is wanted. Whoever leaves it ends it, also where nothing was taken yet. */
  #stream(first: Uint8Array): ReadableStream<Uint8Array> {
    let waiting: Uint8Array | null = first.length === 0 ? null : first;
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          try {
            const piece = waiting ?? (await this.#nextOrEnd());
            waiting = null;
            if (piece.length > 0) controller.enqueue(piece);
            if (this.#isWhole) controller.close();
          } catch (error) {
            await this.#close();
            throw error;
          }
        },
        cancel: async () => await this.#close(),
      },
      { highWaterMark: 0 },
    );
  }

  async #nextOrEnd(): Promise<Uint8Array> {
    const { copy, writer, place } = this.#parts;
    if (this.#rows < copy.rowCount) {
      const piece = await this.#next();
      if (piece.length > 0) return piece;
    }
    place.ended.throwIfAborted();
    const rest = await writer.end();
    this.#isWhole = true;
    await this.#close();
    return rest;
  }

  /** Rows until there are bytes of them, or all are written. */
  async #next(): Promise<Uint8Array> {
    const { copy, columns, writer, place } = this.#parts;
    place.taken();
    while (this.#rows < copy.rowCount) {
      place.ended.throwIfAborted();
      const rows = await copy.page(this.#rows, PAGE_ROWS);
      if (rows.length === 0) throw new Error(`of ${copy.rowCount} rows only ${this.#rows} are there`);
      const labels = await readLabels(this.#deps.db, rows);
      const cells = rows.map((row) => {
        const named = [...labels].map(([dimension, names]) => [
          dimension,
          names.get(row.dims[dimension] ?? '') ?? '',
        ]);
        return fileCells(columns, { ...row, labels: Object.fromEntries(named) });
      });
      this.#rows += rows.length;
      const bytes = await writer.add(cells);
      if (bytes.length > 0) return bytes;
    }
    return new Uint8Array(0);
  }

  async #close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    const { writer, place, copy } = this.#parts;
    writer.close();
    await copy.drop().catch((err: unknown) => {
      this.#deps.log.warn({ err }, 'the copy of a report is left behind; the next file removes it');
    });
    place.close();
  }
}
