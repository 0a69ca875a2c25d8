import { browserStore } from '../lib/browser-storage.ts';
import { createStore, useStore } from '../lib/store.ts';

/** `auto` follows the system, also while it changes: build/boot.js listens. */
export type SchemeChoice = 'auto' | 'light' | 'dark';

const KEY = 'color-scheme';
const system = () => window.matchMedia('(prefers-color-scheme: dark)');

function storedChoice(): SchemeChoice {
  const stored = browserStore.read(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'auto';
}

const choiceStore = createStore<SchemeChoice>(storedChoice());

export function resolvedScheme(choice: SchemeChoice): 'light' | 'dark' {
  if (choice !== 'auto') return choice;
  return system().matches ? 'dark' : 'light';
}

function apply(): void {
  document.documentElement.dataset.mantineColorScheme = resolvedScheme(choiceStore.get());
}

export function chooseScheme(choice: SchemeChoice): void {
  if (choice === 'auto') browserStore.remove(KEY);
  else browserStore.write(KEY, choice);
  choiceStore.set(choice);
  apply();
}

export function useSchemeChoice(): SchemeChoice {
  return useStore(choiceStore);
}
