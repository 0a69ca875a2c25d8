import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { logLines } from './log-lines.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'placard-log-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('writes each line at once', () => {
  const file = join(folder, 'log');
  const descriptor = openSync(file, 'a');
  const log = logLines(descriptor);
  log.write('{"msg":"one"}\n');
  expect(readFileSync(file, 'utf8')).toBe('{"msg":"one"}\n');
  log.write('{"msg":"two"}\n');
  expect(readFileSync(file, 'utf8')).toBe('{"msg":"one"}\n{"msg":"two"}\n');
  closeSync(descriptor);
});

it('loses what cannot be written without a word to its caller, and says how much once it can', () => {
  const file = join(folder, 'log');
  // A descriptor that is closed for now: whatever keeps a line, it is an error of writing.
  const descriptor = openSync(file, 'a');
  closeSync(descriptor);
  const log = logLines(descriptor);
  for (let line = 0; line < 3; line += 1) log.write(`${line}\n`);
  expect(openSync(file, 'a')).toBe(descriptor);
  log.write('again\n');
  log.write('and on\n');
  closeSync(descriptor);
  expect(readFileSync(file, 'utf8')).toBe(
    '{"level":40,"lost":3,"msg":"lines of this log could not be written"}\nagain\nand on\n',
  );
});

it('lives on a full disk', () => {
  // Linux has a device that is always full.
  expect(process.platform !== 'linux' || existsSync('/dev/full')).toBe(true);
  const descriptor = existsSync('/dev/full') ? openSync('/dev/full', 'w') : -1;
  const log = logLines(descriptor);
  for (let line = 0; line < 1_000; line += 1) expect(() => log.write('no room\n')).not.toThrow();
  if (descriptor >= 0) closeSync(descriptor);
});

it('begins anew after a line of which the disk took but a part', () => {
  let text = '';
  const room = [4, 0, 0];
  const log = logLines(1, (_, bytes) => {
    const taken = bytes.toString().slice(0, room.shift() ?? bytes.length);
    text += taken;
    return taken.length;
  });
  for (const msg of ['one', 'two', 'three', 'four']) log.write(`{"msg":"${msg}"}\n`);
  expect(text).toBe(
    '{"ms\n{"level":40,"lost":2,"msg":"lines of this log could not be written"}\n{"msg":"three"}\n{"msg":"four"}\n',
  );
});
