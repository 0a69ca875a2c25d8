import bidiFactory from 'bidi-js/dist/bidi.mjs';
import { type Face, type Faces, REPLACEMENT } from './fonts.ts';

const bidi = bidiFactory();

/** A piece of a line that one font draws at once, from left to right as it stands on the page. */
export type VisualRun = {
  readonly text: string;
  readonly face: Face;
  /** The characters that it stands for, in the order of reading; of `text` some may say that they are missing. */
  readonly says: string;
  readonly isRightToLeft: boolean;
};

/** `auto`: by the first letter that has a direction, for a text that is nothing but a name. */
export type Direction = 'ltr' | 'rtl' | 'auto';

/**
 * A text as it can be drawn: composed, without controls, on one line for each of its own. Half of a surrogate pair
 * becomes the replacement character.
 */
export function drawable(text: string): string[] {
  return (
    text
      .toWellFormed()
      .normalize('NFC')
      // The font draws people in outlines, of which none has a tone, and a key beside what is on it.
      .replace(/(?<=\p{Emoji_Modifier_Base}\ufe0f?)\p{Emoji_Modifier}|(?<=[0-9#*])\ufe0f?\u20e3/gu, '')
      .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
      .map((line) => line.replace(/\p{Cc}/gu, ' '))
  );
}

/** Which of both a text that decides by itself is written in: all of its lines, wherever it is broken. */
export function directionOf(line: string, direction: Direction): 'ltr' | 'rtl' {
  if (direction !== 'auto') return direction;
  const [paragraph] = bidi.getEmbeddingLevels(line, 'auto').paragraphs;
  return (paragraph?.level ?? 0) % 2 === 1 ? 'rtl' : 'ltr';
}

/** What has no look of its own. The joiners stay for the font: they change how their neighbours join. */
const INVISIBLE = /(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/u;

/** One line of `drawable()` without what is never drawn: what it says to who copies or hears it. */
export function visible(line: string): string {
  return Array.from(line)
    .filter((character) => !INVISIBLE.test(character))
    .join('');
}

/** Scripts that share a font with others and are shaped by rules of their own. */
const SHAPED_APART = /\p{Script=Devanagari}/u;
/** Drawn from right to left by the font itself. */
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thaana}]/u;
/** Belongs to whatever stands before it. */
const NEUTRAL = /[\p{Script=Common}\p{Script=Inherited}]/u;

type LogicalRun = {
  characters: string[];
  says: string;
  readonly face: Face;
  readonly level: number;
  apart: boolean | null;
};

/** One line of `drawable()` as the runs that stand on the page from left to right. */
export function visualRuns(line: string, faces: Faces, direction: Direction): VisualRun[] {
  const runs = logicalRuns(line, faces, direction);
  const levels = runs.map((run) => run.level);
  // Rule L2: from the highest level down, what lies at it or above is turned round.
  for (let level = Math.max(0, ...levels); level > 0; level -= 1) {
    for (let from = 0; from < runs.length; from += 1) {
      let to = from;
      while ((runs[to]?.level ?? -1) >= level) to += 1;
      if (to === from) continue;
      runs.splice(from, to - from, ...runs.slice(from, to).reverse());
      from = to;
    }
  }
  return runs.map(({ characters, says, face, level }) => ({
    face,
    text: asDrawn(characters, level),
    says,
    isRightToLeft: level % 2 === 1,
  }));
}

function logicalRuns(line: string, faces: Faces, direction: Direction): LogicalRun[] {
  const { levels } = bidi.getEmbeddingLevels(line, direction);
  const runs: LogicalRun[] = [];
  let index = 0;
  for (const character of line) {
    const level = levels[index] ?? 0;
    index += character.length;
    if (INVISIBLE.test(character)) continue;
    const last = runs.at(-1);
    if (JOINER.test(character)) {
      last?.characters.push(character);
      if (last !== undefined) last.says += character;
      continue;
    }
    const known = faces.of.get(character.codePointAt(0) ?? REPLACEMENT);
    const drawn = known === undefined ? String.fromCodePoint(REPLACEMENT) : character;
    const face = known ?? faces.main;
    const apart = NEUTRAL.test(drawn) ? null : SHAPED_APART.test(drawn);
    const joins =
      last?.face === face &&
      last.level === level &&
      (apart === null || last.apart === null || last.apart === apart);
    if (joins) {
      last.characters.push(drawn);
      last.says += character;
      last.apart ??= apart;
    } else runs.push({ characters: [drawn], says: character, face, level, apart });
  }
  return runs;
}

const JOINER = /[\u200c\u200d]/;

/** Right to left, brackets face the other way; signs of a font that draws from left to right are turned round here. */
function asDrawn(characters: readonly string[], level: number): string {
  if (level % 2 === 0) return characters.join('');
  const mirrored = characters.map((character) => bidi.getMirroredCharacter(character) ?? character);
  return (RIGHT_TO_LEFT.test(mirrored.join('')) ? mirrored : mirrored.reverse()).join('');
}
