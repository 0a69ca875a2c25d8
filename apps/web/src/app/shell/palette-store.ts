import { createStore } from '../../lib/store.ts';

export const paletteStore = createStore(false);

export function openPalette(): void {
  paletteStore.set(true);
}
