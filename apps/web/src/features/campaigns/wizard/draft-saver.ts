export type SaveState = 'idle' | 'saving' | 'saved' | 'failed';

export type DraftSaver<Draft> = {
  /** Keeps the newest and saves it once nothing has changed for a while. */
  readonly change: (draft: Draft) => void;
  /** Saves at once what is waiting: a page that is left, a failed save tried again. */
  readonly flush: () => void;
  /** Drops what is waiting and resolves when no save is under way: nothing may write the draft after that. */
  readonly stop: () => Promise<void>;
};

/**
 * Saves a draft while it is being typed: one call at a time, always the newest state, so that an answer that comes
 * late never puts an older text over a newer one.
 */
export function createDraftSaver<Draft>(options: {
  readonly save: (draft: Draft) => Promise<void>;
  readonly pauseMs: number;
  readonly onState: (state: SaveState) => void;
}): DraftSaver<Draft> {
  let waiting: { readonly draft: Draft } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  let stopped = false;
  let told: SaveState = 'idle';

  const tell = (state: SaveState) => {
    if (stopped || state === told) return;
    told = state;
    options.onState(state);
  };

  const run = async (draft: Draft): Promise<void> => {
    tell('saving');
    try {
      await options.save(draft);
      if (waiting === null) tell('saved');
    } catch {
      // Kept, unless something newer waits already: the next change or `flush` tries again.
      waiting ??= { draft };
      tell('failed');
      return;
    } finally {
      running = null;
    }
    if (waiting !== null && timer === undefined && !stopped) start();
  };

  function start(): void {
    clearTimeout(timer);
    timer = undefined;
    if (running !== null || waiting === null || stopped) return;
    const { draft } = waiting;
    waiting = null;
    running = run(draft);
  }

  return {
    change(draft) {
      if (stopped) return;
      waiting = { draft };
      // From now on what is kept is not all that is typed.
      tell('saving');
      clearTimeout(timer);
      timer = setTimeout(start, options.pauseMs);
    },
    flush: start,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      waiting = null;
      await running;
    },
  };
}
