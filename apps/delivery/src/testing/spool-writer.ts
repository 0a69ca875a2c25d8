import { openSync, writeSync } from 'node:fs';
import { pino } from 'pino';
import { recoverSegments } from '../events/segment.ts';
import { Spool } from '../events/spool.ts';

/**
 * Writes numbered records of 16 bytes into the spool of a folder, notes each number in a file once it is acknowledged,
 * and kills itself after so many. Many wait at once, as requests do, and a group is on its way when the end comes.
 * Arguments: spool folder, file of the acknowledged, first number, how many to acknowledge.
 */
const [, , dir = '', notes = '', firstText = '0', untilText = '1'] = process.argv;
const spool = await Spool.open(dir, await recoverSegments(dir), {
  log: pino({ level: 'silent' }),
  segmentBytes: 64 * 1_024,
});
const file = openSync(notes, 'a');
const until = Number(untilText);
let next = Number(firstText);
let acknowledged = 0;

function writeOne(): void {
  const number = next;
  next += 1;
  const at = spool.reserve(16, 1);
  if (at < 0) {
    setImmediate(writeOne);
    return;
  }
  spool.buffer.fill(0x5a, at, at + 16);
  spool.buffer.writeUInt32BE(number, at);
  spool.whenWritten((stored) => {
    // What was written survives the process: the parent knows all that was acknowledged.
    if (stored) writeSync(file, `${number}\n`);
    acknowledged += 1;
    writeOne();
    if (acknowledged === until) process.kill(process.pid, 'SIGKILL');
  });
}

for (let waiting = 0; waiting < 40; waiting += 1) writeOne();
