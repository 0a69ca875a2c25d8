import type { CatalogueFile } from './catalogue-files.ts';
import { argumentsOf, type MessageArguments } from './message-arguments.ts';

/** How the other languages' files of a catalogue differ from the English one: `path: key: what`. */
export function differences(
  source: CatalogueFile,
  all: readonly CatalogueFile[],
  languages: readonly string[],
): string[] {
  return languages
    .filter((language) => language !== source.language)
    .flatMap((language) => {
      const other = all.find(
        ({ namespace, language: its }) => namespace === source.namespace && its === language,
      );
      if (other === undefined) return [`${source.path}: no catalogue in ${language}`];
      const missing = [...source.messages.keys()].filter((key) => !other.messages.has(key));
      const faults = [...other.messages].flatMap(([key, message]) => {
        const english = source.messages.get(key);
        const fault = english === undefined ? 'not in English' : messageFault(english, message);
        return fault === undefined ? [] : [`${key}: ${fault}`];
      });
      return [...missing.map((key) => `${key}: missing`), ...faults].map(
        (fault) => `${other.path}: ${fault}`,
      );
    });
}

function messageFault(english: string, translated: string): string | undefined {
  if (translated.trim() === '') return 'empty';
  const wanted = argumentsOf(english);
  const given = readArguments(translated);
  if (given === undefined) return 'malformed';
  const names = (found: MessageArguments) => [...found.keys()].join(', ') || 'nothing';
  if (names(given) !== names(wanted)) return `takes ${names(given)}, not ${names(wanted)}`;
  // A count may be told by another rule, but as bare text it would have no digits of its language.
  const bare = [...wanted].find(([name, kind]) => kind === 'number' && given.get(name) === 'text');
  return bare === undefined ? undefined : `says ${bare[0]} as a text, not as a number`;
}

function readArguments(message: string): MessageArguments | undefined {
  try {
    return argumentsOf(message);
  } catch {
    return undefined;
  }
}
