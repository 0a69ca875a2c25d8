import { setFlagsFromString } from 'node:v8';

/**
 * From here on the young generation is cleared by this thread alone. V8 shares that work with other threads and waits for the last
 * of them: where the processors have other work too, a wait of tens of milliseconds for what takes this thread one, since hardly
 * anything of a request outlives it. Loading a network is another matter, so this comes after it.
 */
export function collectAlone(): void {
  setFlagsFromString('--no-parallel-scavenge');
}
