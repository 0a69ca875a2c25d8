import { AppError } from '../../api/app-error.ts';
import { TooManyWaiting } from '../../fairness/turns.ts';

/**
 * Files of reports that are being written. Each has a copy of its rows at the engine and, of Parquet, a thread: an account has one at a time.
 */
export const OPEN_FILE_LIMITS = {
  ofAnAccount: 1,
  inAll: 20,
  /** Whoever takes nothing for so long is gone, though the connection is not. */
  idleMs: 60_000,
  /** A million rows take a minute over a good line; whoever has none gets half an hour. */
  longestMs: 30 * 60_000,
};
export type OpenFileLimits = typeof OPEN_FILE_LIMITS;

/** A place among the files that are being written. */
export type OpenFile = {
  /** Aborted when whoever asked is gone, when nothing is taken for too long, and when it takes too long in all. */
  readonly ended: AbortSignal;
  /** Something was taken. */
  readonly taken: () => void;
  /** Gives the place back; more than once does no harm. */
  readonly close: () => void;
};

export class OpenFiles {
  readonly #limits: OpenFileLimits;
  readonly #ofAccount = new Map<number, number>();
  #inAll = 0;

  constructor(limits: OpenFileLimits = OPEN_FILE_LIMITS) {
    this.#limits = limits;
  }

  /** How many are being written now. */
  get count(): number {
    return this.#inAll;
  }

  /** @throws AppError `report_file_running`; TooManyWaiting where there are as many as may be, of whomever */
  open(accountId: number, gone: AbortSignal): OpenFile {
    const { ofAnAccount, inAll, idleMs, longestMs } = this.#limits;
    const own = this.#ofAccount.get(accountId) ?? 0;
    if (own >= ofAnAccount) throw new AppError('report_file_running', { retryAfterSeconds: 10 });
    if (this.#inAll >= inAll) throw new TooManyWaiting(`${inAll} files are being written`, 'all');
    this.#ofAccount.set(accountId, own + 1);
    this.#inAll += 1;
    const cut = new AbortController();
    const idle = setTimeout(() => cut.abort(), idleMs).unref();
    const longest = setTimeout(() => cut.abort(), longestMs).unref();
    let held = true;
    return {
      ended: AbortSignal.any([gone, cut.signal]),
      taken: () => void idle.refresh(),
      close: () => {
        if (!held) return;
        held = false;
        clearTimeout(idle);
        clearTimeout(longest);
        this.#inAll -= 1;
        const left = (this.#ofAccount.get(accountId) ?? 1) - 1;
        if (left > 0) this.#ofAccount.set(accountId, left);
        else this.#ofAccount.delete(accountId);
      },
    };
  }
}
