import format, { type CompiledMessage } from 'icu-minify/format';

export type { CompiledMessage } from 'icu-minify/format';
export type MessageValue = string | number;

const numberFormats = new Map<string, Intl.NumberFormat>();
const pluralRules = new Map<string, Intl.PluralRules>();

/** Each costs some 30 µs to make, and a list of 50 rows asks for the same one 50 times. */
function kept<Made>(made: Map<string, Made>, key: string, make: () => Made): Made {
  const known = made.get(key) ?? make();
  made.set(key, known);
  return known;
}

const formatters = {
  getNumberFormat: (...[locale, options]: ConstructorParameters<typeof Intl.NumberFormat>) =>
    kept(numberFormats, `${locale}${JSON.stringify(options)}`, () => new Intl.NumberFormat(locale, options)),
  getPluralRules: (...[locale, options]: ConstructorParameters<typeof Intl.PluralRules>) =>
    kept(pluralRules, `${locale}${options?.type}`, () => new Intl.PluralRules(locale, options)),
  getDateTimeFormat: Intl.DateTimeFormat,
};

/** Fills a compiled message. Plural rules and digits are those of `Intl`, so no data of languages is shipped. */
export function formatMessage(
  message: CompiledMessage,
  locale: string,
  values: Readonly<Record<string, MessageValue>> = {},
): string {
  const filled = format<string>(message, locale, values, { formatters });
  return Array.isArray(filled) ? filled.join('') : filled;
}
