import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDraftSaver, type SaveState } from './draft-saver.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function setUp() {
  const saved: string[] = [];
  const states: SaveState[] = [];
  const pending: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const saver = createDraftSaver<string>({
    pauseMs: 800,
    onState: (state) => states.push(state),
    save: (draft) => {
      saved.push(draft);
      return new Promise<void>((resolve, reject) => pending.push({ resolve, reject }));
    },
  });
  const answer = async (fails = false) => {
    const call = pending.shift();
    if (fails) call?.reject(new Error('away'));
    else call?.resolve();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { saver, saved, states, answer };
}

describe('the draft saver', () => {
  it('saves once, after a pause, what was typed last', async () => {
    const { saver, saved, states, answer } = setUp();
    saver.change('S');
    await vi.advanceTimersByTimeAsync(500);
    saver.change('Sp');
    await vi.advanceTimersByTimeAsync(799);
    expect(saved).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(saved).toEqual(['Sp']);
    await answer();
    expect(states).toEqual(['saving', 'saved']);
  });

  it('has one call under way at a time and then sends the newest', async () => {
    const { saver, saved, answer } = setUp();
    saver.change('a');
    saver.flush();
    saver.change('b');
    await vi.advanceTimersByTimeAsync(800);
    saver.change('c');
    await vi.advanceTimersByTimeAsync(800);
    expect(saved).toEqual(['a']);
    await answer();
    expect(saved).toEqual(['a', 'c']);
  });

  it('says saved only of all that was typed', async () => {
    const { saver, states, answer } = setUp();
    saver.change('a');
    saver.flush();
    await answer();
    saver.change('b');
    expect(states).toEqual(['saving', 'saved', 'saving']);
    saver.flush();
    saver.change('c');
    await answer();
    expect(states.at(-1)).toBe('saving');
    await vi.advanceTimersByTimeAsync(800);
    await answer();
    expect(states).toEqual(['saving', 'saved', 'saving', 'saved']);
  });

  it('saves once what was saved before its pause was over, and once more what comes amid it', async () => {
    const { saver, saved, answer } = setUp();
    saver.change('a');
    saver.flush();
    await answer();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(saved).toEqual(['a']);
    saver.change('b');
    saver.flush();
    saver.change('c');
    await vi.advanceTimersByTimeAsync(800);
    expect(saved).toEqual(['a', 'b']);
    await answer();
    expect(saved).toEqual(['a', 'b', 'c']);
    await answer();
    saver.flush();
    expect(saved).toEqual(['a', 'b', 'c']);
  });

  it('keeps what could not be saved and tries it again on demand', async () => {
    const { saver, saved, states, answer } = setUp();
    saver.change('a');
    saver.flush();
    await answer(true);
    expect(states.at(-1)).toBe('failed');
    saver.flush();
    await answer();
    expect(saved).toEqual(['a', 'a']);
    expect(states.at(-1)).toBe('saved');
  });

  it('writes nothing after it was stopped, and stops only when the call under way has ended', async () => {
    const { saver, saved, answer } = setUp();
    saver.change('a');
    saver.flush();
    saver.change('b');
    let stopped = false;
    const stop = saver.stop().then(() => {
      stopped = true;
    });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(stopped).toBe(false);
    await answer();
    await stop;
    saver.change('c');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(saved).toEqual(['a']);
  });
});
