import type { Language } from '@placard/domain/language';
import { catalogue, textsIn } from '@placard/texts/catalogue';
import german from './ad-page.de.json' with { type: 'json' };
import english from './ad-page.en.json' with { type: 'json' };

const texts = catalogue('adPage', { en: english, de: german });

/** What stands on an ad and on the page about it. */
export function adPageTexts(language: Language) {
  return textsIn(texts, language);
}
