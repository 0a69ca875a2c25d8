import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { Hosting, readNetworks } from './hosting.ts';

const LINE = '3.0.0.0\t3.0.0.255\t16509\tUS\tAMAZON-02\n';
const OTHER = '1.0.0.0\t1.0.0.255\t3320\tDE\tDTAG\n';
let dir: string;
let path: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'placard-networks-'));
  path = join(dir, 'networks.tsv.gz');
});

afterEach(() => void vi.useRealTimers());

afterAll(() => rm(dir, { recursive: true, force: true }));

async function read(content: string | Uint8Array, bounds?: Parameters<typeof readNetworks>[1]) {
  await writeFile(path, content);
  return readNetworks(path, bounds);
}

describe('the file of networks', () => {
  test('is read packed and plain, over many chunks', async () => {
    const long = OTHER.repeat(20_000) + LINE;
    expect((await read(gzipSync(long))).has('3.0.0.7')).toBe(true);
    expect((await read(long)).has('3.0.0.7')).toBe(true);
  });

  test.each([
    ['nothing', ''],
    ['no hoster', OTHER],
    ['half a line', LINE + LINE.slice(0, 30)],
    ['half a packed file', gzipSync(LINE.repeat(100)).subarray(0, 40)],
    ['a page of the web', '<!doctype html>\n<title>Not found</title>\n'],
  ])('is refused where it has %s', async (_what, content) => {
    await expect(read(content)).rejects.toThrow();
  });

  test.each(['bytes', 'lineBytes', 'lines'] as const)('is bounded in %s, on both sides', async (name) => {
    const content = LINE.repeat(3);
    const least = { bytes: content.length, lineBytes: LINE.length - 1, lines: 3 };
    expect((await read(content, least)).size).toBe(1);
    await expect(read(content, { ...least, [name]: least[name] - 1 })).rejects.toThrow('more than');
    await expect(read(gzipSync(content), { ...least, [name]: least[name] - 1 })).rejects.toThrow('more than');
  });

  test('has lines of a kibibyte at most', async () => {
    const line = (bytes: number) => LINE.trimEnd().padEnd(bytes, 'x').concat('\n');
    expect((await read(line(1_024))).size).toBe(1);
    await expect(read(line(1_025))).rejects.toThrow('more than 1024 bytes');
  });

  test('is read again when it is another one; a broken or absent one leaves the last good one', async () => {
    const hosting = new Hosting(path, pino({ level: 'silent' }));
    const put = async (content: string, seconds: number) => {
      await writeFile(path, content);
      await utimes(path, seconds, seconds);
      await hosting.refresh();
    };
    const figures = () => hosting.metrics().map(({ samples }) => samples[0]?.value);
    await rm(path, { force: true });
    await hosting.refresh();
    expect([hosting.has('3.0.0.7'), ...figures()]).toEqual([false, 0, 0]);
    await put(LINE, 1_000);
    expect([hosting.has('3.0.0.7'), ...figures()]).toEqual([true, 1, 1_000]);
    await put('broken', 2_000);
    expect([hosting.has('3.0.0.7'), ...figures()]).toEqual([true, 1, 1_000]);
    await put(LINE.replaceAll('3.0.0', '3.0.9'), 3_000);
    expect([hosting.has('3.0.0.7'), hosting.has('3.0.9.7'), ...figures()]).toEqual([false, true, 1, 3_000]);
    expect(hosting.known()).toEqual({ networks: 1, fileAtMs: 3_000_000 });
    await rm(path);
    await hosting.refresh();
    expect(hosting.has('3.0.9.7')).toBe(true);
  });

  test('is said to be absent, looked for each hour, and no more once that was stopped', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const said: string[] = [];
    const log = pino({ level: 'info' }, { write: (line: string) => void said.push(line) });
    const words = () => said.splice(0).map((line) => (JSON.parse(line) as { msg: string }).msg);
    await rm(path, { force: true });
    const hosting = new Hosting(path, log);
    await hosting.start();
    // That there is none is no fault, and is told once.
    expect(words()).toEqual(['no file of networks: traffic from data centres is not filtered']);
    await writeFile(path, LINE);
    const refreshed = vi.spyOn(hosting, 'refresh');
    vi.advanceTimersByTime(3_600_000 - 1);
    expect(refreshed).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    await refreshed.mock.results[0]?.value;
    expect(hosting.has('3.0.0.7')).toBe(true);
    hosting.stop();
    expect(vi.getTimerCount()).toBe(0);
    expect(words()).toEqual(['traffic from data centres is filtered']);
    const started = new Hosting(path, log);
    await started.start();
    started.stop();
    // The same file is not read again.
    await started.refresh();
    expect(words()).toEqual(['traffic from data centres is filtered']);
    // One that was there and is gone was taken away by somebody.
    await rm(path);
    await started.refresh();
    expect(words()).toEqual(['the file of networks cannot be read']);
  });
});
