/** Languages that the dashboard, mails, documents and the ad server's own pages speak; the first where nobody asked for one of them. */
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

export const DEFAULT_LANGUAGE: Language = LANGUAGES[0];

export function isLanguage(text: unknown): text is Language {
  return LANGUAGES.some((language) => language === text);
}

/** The first wanted one that is spoken here: "de-AT" wants German. */
export function languageFor(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const primary = /^[a-z]+/i.exec(tag)?.[0].toLowerCase();
    if (isLanguage(primary)) return primary;
  }
  return DEFAULT_LANGUAGE;
}

/** What an Accept-Language header wants, the most wanted first: "en;q=0.5, de-AT" → ["de-AT", "en"]. */
export function acceptedLanguages(header: string): string[] {
  return header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim());
      const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}
