import { readFile } from 'node:fs/promises';
import { create, type Font } from 'fontkit';
import { cutFont } from './cut-font.ts';
import { withMeanings } from './glyph-meanings.ts';
import { shapeByHarfBuzz } from './shape-font.ts';

/** Characters that no font here has are drawn as this one: it says that something is missing. */
export const REPLACEMENT = 0xfffd;
/** They have no look of their own but change how their neighbours join. */
const JOINERS = [0x200c, 0x200d];
const UNSEEN = /[\p{Cc}\p{Default_Ignorable_Code_Point}]/u;

export type Weight = 'regular' | 'bold';

/** A font in both weights, cut down to what one document needs of it. */
export type Face = Readonly<Record<Weight, Font>>;

/** Which face draws a character (by code point). What is not in it is drawn as the replacement character. */
export type Faces = { readonly of: ReadonlyMap<number, Face>; readonly main: Face };

/** Latin, Greek, Cyrillic and Devanagari, whole. */
const MAIN = {
  name: 'NotoSans',
  regular: () => import.meta.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
  bold: () => import.meta.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'),
};

/** Fonts that come in slices, each with a list of what it covers: only the slices that a document needs are read. */
const SLICED = {
  hebrew: {
    slug: 'noto-sans-hebrew',
    list: () => import.meta.resolve('@fontsource-variable/noto-sans-hebrew/unicode.json'),
  },
  arabic: {
    slug: 'noto-sans-arabic',
    list: () => import.meta.resolve('@fontsource-variable/noto-sans-arabic/unicode.json'),
  },
  thaana: {
    slug: 'noto-sans-thaana',
    list: () => import.meta.resolve('@fontsource-variable/noto-sans-thaana/unicode.json'),
  },
  thai: {
    slug: 'noto-sans-thai',
    list: () => import.meta.resolve('@fontsource-variable/noto-sans-thai/unicode.json'),
  },
  armenian: {
    slug: 'noto-sans-armenian',
    list: () => import.meta.resolve('@fontsource-variable/noto-sans-armenian/unicode.json'),
  },
  georgian: {
    slug: 'noto-sans-georgian',
    list: () => import.meta.resolve('@fontsource-variable/noto-sans-georgian/unicode.json'),
  },
  ethiopic: {
    slug: 'noto-sans-ethiopic',
    list: () => import.meta.resolve('@fontsource-variable/noto-sans-ethiopic/unicode.json'),
  },
  bengali: {
    slug: 'noto-sans-bengali',
    list: () => import.meta.resolve('@fontsource-variable/noto-sans-bengali/unicode.json'),
  },
  gurmukhi: {
    slug: 'noto-sans-gurmukhi',
    list: () => import.meta.resolve('@fontsource-variable/noto-sans-gurmukhi/unicode.json'),
  },
  gujarati: {
    slug: 'noto-sans-gujarati',
    list: () => import.meta.resolve('@fontsource-variable/noto-sans-gujarati/unicode.json'),
  },
  oriya: {
    slug: 'noto-sans-oriya',
    list: () => import.meta.resolve('@fontsource-variable/noto-sans-oriya/unicode.json'),
  },
  tamil: {
    slug: 'noto-sans-tamil',
    list: () => import.meta.resolve('@fontsource-variable/noto-sans-tamil/unicode.json'),
  },
  telugu: {
    slug: 'noto-sans-telugu',
    list: () => import.meta.resolve('@fontsource-variable/noto-sans-telugu/unicode.json'),
  },
  kannada: {
    slug: 'noto-sans-kannada',
    list: () => import.meta.resolve('@fontsource-variable/noto-sans-kannada/unicode.json'),
  },
  malayalam: {
    slug: 'noto-sans-malayalam',
    list: () => import.meta.resolve('@fontsource-variable/noto-sans-malayalam/unicode.json'),
  },
  sinhala: {
    slug: 'noto-sans-sinhala',
    list: () => import.meta.resolve('@fontsource-variable/noto-sans-sinhala/unicode.json'),
  },
  tibetan: {
    slug: 'noto-serif-tibetan',
    list: () => import.meta.resolve('@fontsource-variable/noto-serif-tibetan/unicode.json'),
  },
  lao: {
    slug: 'noto-sans-lao',
    list: () => import.meta.resolve('@fontsource-variable/noto-sans-lao/unicode.json'),
  },
  myanmar: {
    slug: 'noto-sans-myanmar',
    list: () => import.meta.resolve('@fontsource-variable/noto-sans-myanmar/unicode.json'),
  },
  khmer: {
    slug: 'noto-sans-khmer',
    list: () => import.meta.resolve('@fontsource-variable/noto-sans-khmer/unicode.json'),
  },
  chinese: {
    slug: 'noto-sans-sc',
    list: () => import.meta.resolve('@fontsource-variable/noto-sans-sc/unicode.json'),
  },
  japanese: {
    slug: 'noto-sans-jp',
    list: () => import.meta.resolve('@fontsource-variable/noto-sans-jp/unicode.json'),
  },
  korean: {
    slug: 'noto-sans-kr',
    list: () => import.meta.resolve('@fontsource-variable/noto-sans-kr/unicode.json'),
  },
  emoji: {
    slug: 'noto-emoji',
    list: () => import.meta.resolve('@fontsource-variable/noto-emoji/unicode.json'),
  },
} as const;
type Family = keyof typeof SLICED;

const OF_ONE_SCRIPT = [
  'armenian',
  'georgian',
  'ethiopic',
  'bengali',
  'gurmukhi',
  'gujarati',
  'oriya',
  'tamil',
  'telugu',
  'kannada',
  'malayalam',
  'sinhala',
  'tibetan',
  'lao',
  'myanmar',
  'khmer',
] as const satisfies readonly Family[];

/**
 * The families in the order in which they are asked. Chinese, Japanese and Korean share characters and write some of
 * them differently: what else a document says tells whose forms are meant.
 */
function familiesFor(text: string): Family[] {
  const east: Family[] = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
    ? ['japanese', 'chinese', 'korean']
    : /\p{Script=Hangul}/u.test(text)
      ? ['korean', 'chinese', 'japanese']
      : ['chinese', 'japanese', 'korean'];
  return ['hebrew', 'arabic', 'thaana', 'thai', ...OF_ONE_SCRIPT, ...east, 'emoji'];
}

/**
 * The faces that draw these texts, as `drawable()` gives them. All are cut down before they are embedded, so a
 * document stays small whatever it says.
 * @throws Error when a font's file cannot be read
 */
export async function loadFaces(texts: readonly string[]): Promise<Faces> {
  const text = texts.join('\n');
  const missing = new Set(
    Array.from(text)
      .filter((character) => !UNSEEN.test(character))
      .map((character) => character.codePointAt(0) ?? REPLACEMENT),
  );
  const of = new Map<number, Face>();
  const take = (face: Face, wanted: Iterable<number>) => {
    // A font of nothing but the sign for "missing" has no table of characters to ask.
    const has = new Set(face.regular.numGlyphs > 1 ? face.regular.characterSet : []);
    for (const codePoint of wanted) {
      if (!has.has(codePoint)) continue;
      of.set(codePoint, face);
      missing.delete(codePoint);
    }
  };
  const main = await openMain(missing);
  take(main, [...missing]);
  for (const family of familiesFor(text)) {
    if (missing.size === 0) break;
    for (const { name, file, ranges } of await slicesOf(family)) {
      const wanted = [...missing].filter((codePoint) => inRanges(codePoint, ranges));
      if (wanted.length === 0) continue;
      const face = isOfOneScript(family)
        ? await openScript(name, file, ranges)
        : await openSlice(name, file, wanted);
      take(face, wanted);
    }
  }
  return { of, main };
}

const isOfOneScript = (family: Family) => OF_ONE_SCRIPT.some((each) => each === family);

async function openMain(wanted: Iterable<number>): Promise<Face> {
  const open = async (weight: Weight) => {
    const file = new URL(MAIN[weight]());
    const [bytes] = await cutFont(file, [...wanted, REPLACEMENT, ...JOINERS], [null]);
    return openFont(`${MAIN.name}-${weight}`, bytes);
  };
  return { regular: await open('regular'), bold: await open('bold') };
}

const REGULAR = 400;
const BOLD = 700;

async function openSlice(name: string, file: URL, wanted: readonly number[]): Promise<Face> {
  const [regular, bold] = await cutFont(file, [...wanted, ...JOINERS], [REGULAR, BOLD]);
  return { regular: openFont(`${name}-regular`, regular), bold: openFont(`${name}-bold`, bold) };
}

/** Of such a script all letters are kept: a vowel is drawn as two others. What a document does not use is cut when it is embedded. */
async function openScript(name: string, file: URL, ranges: readonly Range[]): Promise<Face> {
  const letters = ranges.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, at) => first + at),
  );
  const [regular = NOTHING, bold = NOTHING] = await cutFont(file, [...letters, ...JOINERS], [REGULAR, BOLD]);
  return {
    regular: withMeanings(await shapeByHarfBuzz(createFont(`${name}-regular`, regular), regular)),
    bold: withMeanings(await shapeByHarfBuzz(createFont(`${name}-bold`, bold), bold)),
  };
}

const NOTHING: Uint8Array = new Uint8Array();

function createFont(name: string, bytes: Uint8Array): Font {
  const font = create(Buffer.from(bytes));
  if (!('layout' in font)) throw new Error(`${name} holds more than one font`);
  // Slices and weights of one font share its name, by which pdfkit takes one for another.
  Object.defineProperty(font, 'postscriptName', { value: name });
  return font;
}

function openFont(name: string, bytes: Uint8Array = NOTHING): Font {
  const font = createFont(name, bytes);
  const layout = font.layout.bind(font);
  // Some letters carry marks for which the font has no place (U+08A4): fontkit throws there. They are drawn where they come then.
  font.layout = (text, ...rest) => {
    try {
      return layout(text, ...rest);
    } catch {
      return layout(text, { mark: false, mkmk: false });
    }
  };
  return withMeanings(font);
}

type Range = readonly [first: number, last: number];
type Slice = { readonly name: string; readonly file: URL; readonly ranges: readonly Range[] };

const slices = new Map<Family, readonly Slice[]>();

async function slicesOf(family: Family): Promise<readonly Slice[]> {
  const known = slices.get(family);
  if (known !== undefined) return known;
  const { slug, list } = SLICED[family];
  const url = list();
  const lists = JSON.parse(await readFile(new URL(url), 'utf8')) as Record<string, string>;
  const read = Object.entries(lists).map(([key, ranges]): Slice => {
    const part = key.replace(/^\[(.*)\]$/, '$1');
    return {
      name: `${slug}-${part}`,
      file: new URL(`files/${slug}-${part}-wght-normal.woff2`, url),
      ranges: ranges.split(',').map(rangeOf),
    };
  });
  slices.set(family, read);
  return read;
}

/** `U+0102-0103` or `U+20AB`. */
function rangeOf(text: string): Range {
  const [first = '', last = first] = text.replace('U+', '').split('-');
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
}

function inRanges(codePoint: number, ranges: readonly Range[]): boolean {
  return ranges.some(([first, last]) => codePoint >= first && codePoint <= last);
}
