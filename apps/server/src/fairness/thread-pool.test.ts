import { once } from 'node:events';
import { mock } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DOCUMENT_LIMITS } from './documents.ts';
import { ThreadFault, ThreadPool, type ThreadPoolOptions } from './thread-pool.ts';
import { NobodyWaits, TooManyWaiting } from './turns.ts';

const FILE = new URL('./testing/odd-thread.ts', import.meta.url);
const OPTIONS: ThreadPoolOptions = {
  file: FILE,
  perKey: 2,
  atOnce: 1,
  waiting: 3,
  waitingInAll: 100,
  patienceMs: 60_000,
  jobMs: 60_000,
  idleMs: 60_000,
};

let pool: ThreadPool;
const open = (options: Partial<ThreadPoolOptions> = {}) => {
  pool = new ThreadPool({ ...OPTIONS, ...options });
  return pool;
};
afterEach(async () => await pool.close());

const threadOf = async (key = 'a') => await pool.run(key, 'which');

describe('a pool of threads', () => {
  it('does the work in one thread, and never in this one', async () => {
    open();
    const [first, second] = [await threadOf(), await threadOf()];
    expect(first).toBe(second);
    expect(first).not.toBe(0);
  });

  it('hands on what a job threw, and keeps the thread', async () => {
    open();
    const before = await threadOf();
    await expect(pool.run('a', 'throw')).rejects.toThrow('the job does not go');
    expect(await threadOf()).toBe(before);
  });

  it('replaces a thread that dies, tries once more, and answers', async () => {
    open();
    const before = await threadOf();
    await expect(pool.run('a', 'die')).rejects.toThrow(ThreadFault);
    const after = await threadOf();
    expect(after).not.toBe(before);
  });

  it('answers by a second thread what the first died of', async () => {
    open();
    const tries = new SharedArrayBuffer(4);
    expect(await pool.run('a', { diesOnce: tries })).toBeGreaterThan(0);
    expect(new Int32Array(tries)[0]).toBe(2);
  });

  it('replaces a thread that hangs, and answers', async () => {
    open({ jobMs: 300 });
    await expect(pool.run('a', 'hang')).rejects.toThrow(ThreadFault);
    await pool.close();
    open();
    expect(await threadOf()).not.toBe(0);
  });

  it('refuses those for whom there is no place in the line', async () => {
    open();
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, async () => await threadOf()));
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(4);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(TooManyWaiting);
  });

  it('ends a thread whose work nobody waits for any more, and answers the next', async () => {
    open({ perKey: 1 });
    const before = await threadOf();
    const gone = new AbortController();
    const hanging = pool.run('a', 'hang', gone.signal);
    const waiting = pool.run('b', 'which', gone.signal);
    const next = threadOf('c');
    // The job has to be with the thread.
    await nextTurn();
    gone.abort();
    const outcomes = await Promise.allSettled([hanging, waiting]);
    for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: expect.any(NobodyWaits) });
    expect(await next).not.toBe(before);
  });

  it('begins no job that nobody waits for any more when its turn has come', async () => {
    open();
    const gone = new AbortController();
    const work = async (run: (job: unknown) => Promise<unknown>) => {
      gone.abort();
      return await run('hang');
    };
    await expect(pool.inTurn('a', work, gone.signal)).rejects.toThrow(NobodyWaits);
  });

  it('forgets a thread that ends while it has nothing to do', async () => {
    open();
    const started = once(process, 'worker') as Promise<[Worker]>;
    const told = new Int32Array(new SharedArrayBuffer(4));
    const before = await pool.run('a', { leavesAfter: told.buffer });
    const [thread] = await started;
    Atomics.store(told, 0, 1);
    Atomics.notify(told, 0);
    await vi.waitFor(() => expect(thread.threadId).toBe(-1), { timeout: 20_000, interval: 5 });
    expect(await threadOf()).not.toBe(before);
  });

  it('gives no job to a thread that has rested long enough, however long its end takes', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const started = once(process, 'worker') as Promise<[Worker]>;
    const end = vi.spyOn(Worker.prototype, 'terminate').mockResolvedValue(0);
    try {
      open({ idleMs: 1_000 });
      const before = await threadOf();
      mock.timers.tick(999);
      expect([await threadOf(), end.mock.calls.length]).toEqual([before, 0]);
      mock.timers.tick(1_000);
      expect(end.mock.calls).toHaveLength(1);
      expect(await threadOf()).not.toBe(before);
    } finally {
      mock.timers.reset();
      end.mockRestore();
      const [thread] = await started;
      await thread.terminate();
    }
  });

  it('ends each thread that has nothing to do where it is closed', async () => {
    open({ atOnce: 2 });
    const threads: Worker[] = [];
    const note = (thread: Worker) => void threads.push(thread);
    process.on('worker', note);
    await Promise.all([threadOf('a'), threadOf('b')]);
    process.off('worker', note);
    await pool.close();
    expect(threads.map(({ threadId }) => threadId)).toEqual([-1, -1]);
  });

  it('gives a thread no more memory than the server can spare', async () => {
    open();
    expect(await pool.run('a', 'room')).toBe(256);
  });

  it('never gives one account all of its threads, as documents are made', async () => {
    expect(DOCUMENT_LIMITS.perKey).toBeLessThan(DOCUMENT_LIMITS.atOnce);
    open({ ...DOCUMENT_LIMITS, jobMs: 60_000 });
    const gone = new AbortController();
    const storm = Array.from({ length: 3 }, () => pool.run('a', 'hang', gone.signal));
    const ended = Promise.allSettled(storm);
    expect(await threadOf('b')).not.toBe(0);
    expect(pool.waiting).toBe(2);
    gone.abort();
    await ended;
    expect(pool.waiting).toBe(0);
  });

  it('gives a turn to work that holds something, and the thread within it', async () => {
    open({ perKey: 1 });
    const held: string[] = [];
    const work = (name: string) =>
      pool.inTurn(name, async (run) => {
        held.push(name);
        await run('which');
        expect(held).toEqual([name]);
        held.pop();
        return name;
      });
    expect(await Promise.all(['a', 'b', 'c'].map(work))).toEqual(['a', 'b', 'c']);
  });
});
