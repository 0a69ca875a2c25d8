import { Duplex } from 'node:stream';

/** A connection's socket, or a stream that stands for one. */
export type FrontSocket = Duplex & { readonly remoteAddress?: string | undefined };

type Done = (error?: Error | null) => void;
type Chunk = { readonly chunk: Buffer | string; readonly encoding: BufferEncoding };

/**
 * What `node:http` holds for a connection while the front reads what comes: it is given whole requests one by one, and
 * what it answers goes to the visitor as it is. Ends and breaks with the connection, and the connection with it.
 */
export class Lane extends Duplex {
  private readonly socket: FrontSocket;
  private isLeft = false;

  constructor(socket: FrontSocket) {
    super({ decodeStrings: false, allowHalfOpen: true });
    this.socket = socket;
  }

  get remoteAddress(): string | undefined {
    return this.socket.remoteAddress;
  }

  /** All it needs is there when it is given. */
  override _read(): void {}

  override _write(chunk: Buffer | string, encoding: BufferEncoding, done: Done): void {
    this.socket.write(chunk, encoding, done);
  }

  /** A head and its body in one packet. */
  override _writev(chunks: readonly Chunk[], done: Done): void {
    this.socket.cork();
    for (const [index, { chunk, encoding }] of chunks.entries()) {
      this.socket.write(chunk, encoding, index === chunks.length - 1 ? done : undefined);
    }
    this.socket.uncork();
  }

  override _final(done: Done): void {
    // As a socket that `node:http` ends: gone once all is sent, whether the visitor ends its half or not.
    this.socket.end(() => {
      done();
      this.socket.destroy();
    });
  }

  override _destroy(error: Error | null, done: Done): void {
    // Where it only stops being used the socket has somebody else's listeners by now.
    if (!this.isLeft) this.socket.destroy();
    done(error);
  }

  /** Gives the place of this connection in `node:http` up; the connection stays. */
  leave(): void {
    this.isLeft = true;
    this.destroy();
  }
}
