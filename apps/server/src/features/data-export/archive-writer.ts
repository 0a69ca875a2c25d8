import { setImmediate as nextTurn } from 'node:timers/promises';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

/** What is packed in one stretch, before others have their turn: some 5 ms of a processor. */
const STEP_BYTES = 64 * 1024;

/** Writes a ZIP file by file and hands it on in pieces of one size, so that no more of it than one is in memory. */
export class ArchiveWriter {
  readonly #zip: Zip;
  readonly #pieceBytes: number;
  readonly #store: (piece: Buffer) => Promise<void>;
  readonly #at: Date;
  #ready: Uint8Array[] = [];
  #readyBytes = 0;

  constructor(pieceBytes: number, store: (piece: Buffer) => Promise<void>, at: Date) {
    this.#pieceBytes = pieceBytes;
    this.#store = store;
    this.#at = at;
    this.#zip = new Zip((error, chunk) => {
      if (error !== null) throw error;
      this.#ready.push(chunk);
      this.#readyBytes += chunk.length;
    });
  }

  /** A file of text, given in parts. */
  async text(name: string, parts: AsyncIterable<string> | Iterable<string>): Promise<void> {
    const file = new ZipDeflate(name, { level: 6 });
    file.mtime = this.#at;
    this.#zip.add(file);
    for await (const part of inSteps(parts)) {
      for (const step of stepsOf(new TextEncoder().encode(part))) {
        file.push(step, false);
        await this.#flush(false);
        await nextTurn();
      }
    }
    file.push(new Uint8Array(0), true);
    await this.#flush(false);
  }

  /** A file that is packed already. */
  async packed(name: string, bytes: Uint8Array): Promise<void> {
    const file = new ZipPassThrough(name);
    file.mtime = this.#at;
    this.#zip.add(file);
    for (const step of stepsOf(bytes)) {
      file.push(step, false);
      await this.#flush(false);
      await nextTurn();
    }
    file.push(new Uint8Array(0), true);
    await this.#flush(false);
  }

  async end(): Promise<void> {
    this.#zip.end();
    await this.#flush(true);
  }

  async #flush(last: boolean): Promise<void> {
    if (this.#readyBytes < this.#pieceBytes && !last) return;
    const all = Buffer.concat(this.#ready);
    let from = 0;
    for (; all.length - from >= this.#pieceBytes; from += this.#pieceBytes) {
      await this.#store(all.subarray(from, from + this.#pieceBytes));
    }
    const rest = all.subarray(from);
    if (last && rest.length > 0) await this.#store(rest);
    this.#ready = [rest];
    this.#readyBytes = rest.length;
  }
}

/** Small parts together: each step costs the packer and the loop something. */
async function* inSteps(parts: AsyncIterable<string> | Iterable<string>): AsyncIterable<string> {
  let step = '';
  for await (const part of parts) {
    step += part;
    if (step.length < STEP_BYTES) continue;
    yield step;
    step = '';
  }
  if (step !== '') yield step;
}

function* stepsOf(bytes: Uint8Array): Iterable<Uint8Array> {
  for (let from = 0; from < bytes.length; from += STEP_BYTES) yield bytes.subarray(from, from + STEP_BYTES);
}
