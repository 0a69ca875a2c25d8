import { type LoggedStall, momentMs } from '../load/logged-stall.ts';

/** Which program a call goes to: the end of its name. */
export type Receiver = 'main-api.ts' | 'delivery/src/main.ts';

type Call = { readonly receiver: Receiver; readonly text: string; readonly from: number; to: number };

/** More than are sent between two looks. */
const KEPT = 4_000;

/** Which calls were sent and not answered yet at a moment that is over. */
export class CallsUnderWay {
  #calls: Call[] = [];

  /** @returns to be called when it was answered */
  begin(receiver: Receiver, text: string): () => void {
    const call: Call = { receiver, text, from: momentMs(), to: Number.POSITIVE_INFINITY };
    this.#calls.push(call);
    if (this.#calls.length > 2 * KEPT) {
      this.#calls = this.#calls.filter(({ to }, index) => index >= KEPT || to === Number.POSITIVE_INFINITY);
    }
    return () => {
      call.to = momentMs();
    };
  }

  /** Those that a program had while it stalled. */
  during({ program, from, to }: LoggedStall): string[] {
    return this.#calls
      .filter((call) => program.endsWith(call.receiver) && call.from < to && call.to > from)
      .map(({ text }) => text);
  }
}

/** A stall in words: whose, how long, what of it was what, what was under way. */
export function tellStall(stall: LoggedStall, calls: readonly string[]): string {
  const { program, pid, from, to, ranMs, waitedMs, blockedMs, gcMs, where } = stall;
  const ms = (value: number) => `${Math.round(value)} ms`;
  return [
    `STALL of ${program} (${pid}) for ${ms(to - from)}: ran ${ms(ranMs)}, was blocked ${ms(blockedMs)}, waited for a processor ${ms(waitedMs)}; ${ms(gcMs)} went by collecting garbage`,
    ...where.map((line) => `  in ${line}`),
    ...calls.map((line) => `  during ${line}`),
  ].join('\n');
}
