import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { soon } from '../testing/soon.ts';
import { keepLogSmall, openLogFile, readLogFrom, rotateLog } from './log-file.ts';

let folder: string;
let log: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'placard-log-'));
  log = join(folder, 'log');
});
afterEach(() => rmSync(folder, { recursive: true }));
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

it('a log stays until it is larger than it may be', () => {
  expect(rotateLog(log, 10)).toBe(false);
  writeFileSync(log, '0123456789');
  expect(rotateLog(log, 10)).toBe(false);
  expect([read('log'), existsSync(`${log}.1`)]).toEqual(['0123456789', false]);
  writeFileSync(log, '0123456789A', { mode: 0o640 });
  expect(rotateLog(log, 10)).toBe(true);
  expect([read('log'), read('log.1')]).toEqual(['', '0123456789A']);
});

it('its program writes on while it is put aside, and knows nothing of it', async () => {
  const { descriptor } = openLogFile(log);
  const script =
    "process.on('message', (line) => { require('fs').writeSync(1, line + '\\n'); process.send('written'); });";
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', descriptor, descriptor, 'ipc'] });
  closeSync(descriptor);
  const say = async (line: string) => {
    child.send(line);
    await once(child, 'message');
  };
  await say('one');
  expect(rotateLog(log, 3)).toBe(true);
  await say('two');
  expect([read('log.1'), read('log')]).toEqual(['one\n', 'two\n']);
  await say('three');
  // What comes while the copy is made is in the log that goes on, once.
  expect(rotateLog(log, 3, () => appendFileSync(log, 'four\n'))).toBe(true);
  await say('five');
  expect([read('log.1'), read('log')]).toEqual(['two\nthree\n', 'four\nfive\n']);
  const ended = once(child, 'exit');
  child.disconnect();
  await ended;
});

it('is looked after until that ends', async () => {
  writeFileSync(log, 'long enough');
  const care = keepLogSmall(log, { everyMs: 1, limit: 5 });
  await soon(() => expect(statSync(log).size).toBe(0));
  expect(read('log.1')).toBe('long enough');
  care.stop();
});

it('stays as it is where there is no room for a copy', () => {
  writeFileSync(log, 'long enough');
  mkdirSync(`${log}.1.part`);
  expect(() => rotateLog(log, 5)).toThrow();
  expect(read('log')).toBe('long enough');
});

it('stays as it is where the copy cannot take the place of the one before, and leaves none behind', () => {
  writeFileSync(log, 'long enough');
  mkdirSync(join(`${log}.1`, 'kept'), { recursive: true });
  expect(() => rotateLog(log, 5)).toThrow();
  expect([read('log'), existsSync(`${log}.1.part`)]).toEqual(['long enough', false]);
});

it('is read from where it was, or from its beginning where it was emptied since', () => {
  writeFileSync(log, 'before after');
  expect([readLogFrom(log, 7), readLogFrom(log, 12), readLogFrom(log, 13)]).toEqual([
    'after',
    '',
    'before after',
  ]);
});
