import { type Catalogue, PSEUDO_LOCALE, setLanguage } from './texts.ts';

const STORAGE_KEY = 'locale';

/** One JSON file per language, fetched only by those who chose it. */
const CATALOGUES = import.meta.glob<{ default: Catalogue }>('./catalogues/*.json');

/** Puts the language back that this browser chose; English where it chose none or one that doesn't exist. */
export async function restoreLanguage(): Promise<void> {
  const locale = localStorage.getItem(STORAGE_KEY);
  if (locale === PSEUDO_LOCALE) setLanguage(locale, {});
  const load = CATALOGUES[`./catalogues/${locale}.json`];
  if (locale !== null && load !== undefined) setLanguage(locale, (await load()).default);
}
