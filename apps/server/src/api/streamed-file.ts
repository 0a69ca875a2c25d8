/** Of an answer: how many rows the file has, and how many bytes it will have, about. */
export const FILE_ROWS_HEADER = 'placard-file-rows';
export const FILE_BYTES_HEADER = 'placard-file-bytes';

/**
 * A file that is written while it is sent: the contract's answer is a file, and what goes out is `content`, as fast as it is taken.
 * Whoever has one either hands `content` on or ends it.
 */
export class StreamedFile extends File {
  readonly content: ReadableStream<Uint8Array>;
  /** How many rows it has. */
  readonly rowCount: number;
  /** How many bytes it will have, about. */
  readonly bytesAbout: number;

  constructor(
    content: ReadableStream<Uint8Array>,
    about: {
      readonly name: string;
      readonly type: string;
      readonly rowCount: number;
      readonly bytesAbout: number;
    },
  ) {
    super([], about.name, { type: about.type });
    this.content = content;
    this.rowCount = about.rowCount;
    this.bytesAbout = about.bytesAbout;
  }
}
