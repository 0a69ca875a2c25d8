import { connect } from 'node:net';

const PATIENCE_MS = 250;

/** Writes pieces to a port and hangs up. @returns what was answered until then */
export function writeRaw(port: number, pieces: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    const done = () => {
      socket.destroy();
      resolve(answer);
    };
    const patience = setTimeout(done, PATIENCE_MS);
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(patience);
      done();
    });
    socket.on('connect', () => {
      for (const piece of pieces) socket.write(Buffer.from(piece, 'latin1'));
      socket.end();
    });
  });
}

/** Status codes of 5xx in what came back; 501 and 505 answer a method or a version that HTTP leaves open. */
export function failuresIn(answer: string): string[] {
  return (answer.match(/^HTTP\/1\.1 5\d\d/gm) ?? []).filter((line) => !/ 50[15]$/.test(line));
}
