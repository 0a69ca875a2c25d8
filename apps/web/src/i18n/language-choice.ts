import { isLanguage, type Language, languageFor } from '@placard/domain/language';
import { browserStore } from '../lib/browser-storage.ts';
import { currentLocale, setLanguage } from './texts.ts';

const KEY = 'locale';

function stored(): Language | null {
  const chosen = browserStore.read(KEY);
  return isLanguage(chosen) ? chosen : null;
}

/** The language of this browser: the one chosen here, else the first of its own that is spoken. */
export function browserLanguage(): Language {
  return stored() ?? languageFor(navigator.languages);
}

/** Speaks what was chosen, by the account or here; null: what the browser asks for. Remembered before the next sign-in too. */
export async function chooseLanguage(language: Language | null): Promise<void> {
  if (language === null) browserStore.remove(KEY);
  else browserStore.write(KEY, language);
  const next = browserLanguage();
  if (next !== currentLocale()) await setLanguage(next);
}

export async function startLanguage(): Promise<void> {
  const language = browserLanguage();
  if (language !== currentLocale()) await setLanguage(language);
}
