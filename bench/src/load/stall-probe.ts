import { createServer, type Socket } from 'node:net';
import { isMainThread } from 'node:worker_threads';
import { openThreadTime, type ThreadTime } from './thread-time.ts';

/**
 * Preloaded into the API or an ad server (`--import …/stall-probe.ts?path=SOCKET&program=END`), where it measures how long a turn of the event loop
 * takes: from one `setImmediate` to the next. What the loop waits for with nothing to do is no part of it, since the
 * loop always has something to do while it is measured. Told `begin` and `end`, it answers `end` with the longest turn
 * in ms of the thread's own processor time, which is what it takes on a machine with nobody else on it, and the longest
 * time within a turn in which the thread neither ran nor waited for a processor: something blocked it.
 */
const parameters = new URL(import.meta.url).searchParams;
const [path, program] = [parameters.get('path'), parameters.get('program')];

/** Where the system does not tell, all of the time is the thread's own. */
const spent = openThreadTime() ?? (() => ({ ranMs: performance.now(), waitedMs: 0 }));

function measureTurns(): { begin(): void; end(): string } {
  let measuring = false;
  let longestRan = 0;
  let longestBlocked = 0;
  let since = 0;
  let before: ThreadTime = { ranMs: 0, waitedMs: 0 };
  const turn = () => {
    const now = performance.now();
    const after = spent();
    const ran = after.ranMs - before.ranMs;
    longestRan = Math.max(longestRan, ran);
    longestBlocked = Math.max(longestBlocked, now - since - ran - (after.waitedMs - before.waitedMs));
    since = now;
    before = after;
    if (measuring) setImmediate(turn);
  };
  return {
    begin() {
      since = performance.now();
      before = spent();
      longestRan = 0;
      longestBlocked = 0;
      if (!measuring) setImmediate(turn);
      measuring = true;
    },
    end() {
      measuring = false;
      return `${longestRan} ${longestBlocked}`;
    },
  };
}

function listen(address: string): void {
  const turns = measureTurns();
  const answer = (socket: Socket) => {
    socket.setEncoding('latin1');
    socket.on('error', () => socket.destroy());
    socket.on('data', (order: string) => {
      if (order === 'begin\n') turns.begin();
      socket.write(order === 'begin\n' ? 'begun\n' : `${turns.end()}\n`);
    });
  };
  createServer(answer).listen(address).unref();
}

// Every process of a Placard loads it, and one can listen.
const isProbed = program !== null && process.argv[1]?.endsWith(program) === true;
if (isMainThread && path !== null && isProbed) listen(path);
