import { readFileSync } from 'node:fs';

/**
 * Loaded ahead of a program (`NODE_OPTIONS=--import=…?file=…`), this moves its clock by as many milliseconds as the file says, while it runs.
 * Time that passes (`performance.now`, timers) stays as it is, as it does where somebody sets the clock of a machine.
 */
const LOOK_EVERY_MS = 20;
const file = new URL(import.meta.url).searchParams.get('file') ?? '';
const SystemDate = globalThis.Date;
const systemNow = SystemDate.now.bind(SystemDate);
let shiftMs = 0;

function look(): void {
  try {
    shiftMs = Number(readFileSync(file, 'utf8')) || 0;
  } catch {
    // Not written yet: the clock is right.
  }
}

class ShiftedDate extends SystemDate {
  constructor(...values: [] | [number | string | Date] | ConstructorParameters<DateConstructor>) {
    if (values.length === 0) super(systemNow() + shiftMs);
    else super(...(values as [number]));
  }

  static override now(): number {
    return systemNow() + shiftMs;
  }
}

if (file !== '') {
  look();
  setInterval(look, LOOK_EVERY_MS).unref();
  globalThis.Date = ShiftedDate as DateConstructor;
}
