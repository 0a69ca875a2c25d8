import { type FileHandle, open, stat } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Metric } from '@placard/db/process/metrics-text';
import type { Logger } from 'pino';
import type { KnownNetworks } from '../events/desk.ts';
import { NetworkLines, type NetworkTable } from './network-table.ts';

/** The public table has 45 MB in 700,000 lines: what is far beyond that is another file, or one made to hurt. */
export const NETWORK_FILE_BOUNDS = { bytes: 200_000_000, lineBytes: 1_024, lines: 2_000_000 } as const;

const REFRESH_EVERY_MS = 3_600_000;

type Bounds = { readonly [name in keyof typeof NETWORK_FILE_BOUNDS]: number };

/** Which addresses are a hoster's, by a file of the operator's. Without one the rule is off. */
export class Hosting {
  private table: NetworkTable | null = null;
  private seenMs: number | null = null;
  private timer: NodeJS.Timeout | undefined;
  private readonly path: string;
  private readonly log: Logger;

  constructor(path: string, log: Logger) {
    this.path = path;
    this.log = log;
  }

  /** Loads the file, says in the log whether the rule is on, and looks each hour for a newer one. */
  async start(): Promise<void> {
    await this.refresh();
    if (this.table === null) {
      this.log.warn({ file: this.path }, 'no file of networks: traffic from data centres is not filtered');
    }
    this.timer = setInterval(() => void this.refresh(), REFRESH_EVERY_MS);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  metrics(): Metric[] {
    return [
      {
        name: 'placard_delivery_hosting_networks',
        help: 'Networks filtered as data centres; 0: the rule is off.',
        type: 'gauge',
        samples: [{ value: this.table?.size ?? 0 }],
      },
      {
        name: 'placard_delivery_hosting_networks_file_seconds',
        help: 'When the file of them was written; 0: there is none.',
        type: 'gauge',
        samples: [{ value: (this.seenMs ?? 0) / 1_000 }],
      },
    ];
  }

  /** For the operator's screen. */
  known(): KnownNetworks {
    return { networks: this.table?.size ?? 0, fileAtMs: this.seenMs };
  }

  has(address: string): boolean {
    return this.table?.has(address) ?? false;
  }

  /** Reads the file if it is another one than last time. One that is gone or can't be read leaves what is known. */
  async refresh(): Promise<void> {
    try {
      const { mtimeMs } = await stat(this.path);
      if (mtimeMs === this.seenMs) return;
      const table = await readNetworks(this.path);
      this.table = table;
      this.seenMs = mtimeMs;
      this.log.info({ file: this.path, networks: table.size }, 'traffic from data centres is filtered');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT' && this.table === null) return;
      this.log.error({ file: this.path, error: String(error) }, 'the file of networks cannot be read');
    }
  }
}

/** @throws Error for what is not whole, not such a file, beyond the bounds, or without any hoster. */
export async function readNetworks(
  path: string,
  bounds: Bounds = NETWORK_FILE_BOUNDS,
): Promise<NetworkTable> {
  const lines = new NetworkLines();
  const file = await open(path);
  try {
    const unpack = (await isPacked(file)) ? createGunzip() : new PassThrough();
    const source = file.createReadStream({ start: 0, autoClose: false });
    await pipeline(source, unpack, (chunks: AsyncIterable<Buffer>) => takeLines(chunks, lines, bounds));
  } finally {
    await file.close();
  }
  const table = lines.table();
  if (table.size === 0) throw new Error('no network in it is of a hoster');
  return table;
}

/** By content: a download may have unpacked it, whatever its name says. */
async function isPacked(file: FileHandle): Promise<boolean> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
  return bytesRead === 2 && buffer.readUInt16BE() === 0x1f8b;
}

async function takeLines(chunks: AsyncIterable<Buffer>, lines: NetworkLines, bounds: Bounds): Promise<void> {
  let rest = '';
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > bounds.bytes) throw new Error(`it has more than ${bounds.bytes} bytes`);
    // One byte is one character: what is read of a line is ASCII.
    const text = rest + chunk.toString('latin1');
    let at = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', at)) {
      if (end - at > bounds.lineBytes)
        throw new Error(`it has a line of more than ${bounds.lineBytes} bytes`);
      if (lines.lines === bounds.lines) throw new Error(`it has more than ${bounds.lines} lines`);
      lines.add(text.slice(at, end));
      at = end + 1;
    }
    rest = text.slice(at);
    if (rest.length > bounds.lineBytes)
      throw new Error(`it has a line of more than ${bounds.lineBytes} bytes`);
  }
  if (rest !== '') throw new Error('its last line has no end: it is not whole');
}
