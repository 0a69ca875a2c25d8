import type { Language } from '@placard/domain/language';
import { textsIn } from '@placard/texts/catalogue';
import type { MessageValues } from '@placard/texts/message-values';
import type { TextKey } from '@placard/texts/text-tree';
import { documentsTexts } from './catalogues.ts';
import { type AnyGiven, type Given, type Says, wordedIn } from './given.ts';
import type { Worded } from './worded.ts';

type Values = MessageValues['documents'];
type Key = TextKey<typeof documentsTexts.byLanguage.en>;

/** A line of an invoice, a receipt or a statement. */
export function documentsText<Part extends Key>(
  key: Part,
  ...values: Part extends keyof Values ? [values: Given<Values[Part]>] : []
): Worded;
export function documentsText(key: string, values: AnyGiven = {}): Worded {
  return (language) => (textsIn(documentsTexts, language) as Says)(key, wordedIn(language, values));
}

/** All that documents may say in a language: the fonts of a document are cut to it. */
export function documentWords(language: Language): unknown {
  return documentsTexts.byLanguage[language];
}
