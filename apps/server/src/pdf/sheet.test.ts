import { setApart } from '@placard/texts/set-apart';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadFaces } from './fonts.ts';
import { drawPdf, PAGE, type TextStyle } from './sheet.ts';
import { pdfPieces, pdfText } from './testing/pdf-text.ts';
import { type Direction, visualRuns } from './visual-runs.ts';

const info = {
  title: 'Names',
  author: 'Lantern',
  language: 'en',
  at: new Date('2026-03-10T12:00:00Z'),
} as const;
const drawn = async (text: string, style: Partial<TextStyle> = {}) =>
  await drawPdf(info, [text], (sheet) => sheet.text(text, PAGE.left, PAGE.top, { size: 11, ...style }));

describe('names', () => {
  it.each([
    ['Polish', 'Zażółć gęślą jaźń sp. z o.o.'],
    ['Czech', 'Příliš žluťoučký kůň'],
    ['Turkish', 'İğdır Şirketi Çığ'],
    ['Greek', 'Ελληνική Εταιρεία Φωτισμού'],
    ['Greek with all its accents', 'Ἀθηναϊκὴ Ἑταιρεία'],
    ['Russian', 'ООО «Фонарь и сыновья»'],
    ['Ukrainian', 'Їжак ґанок'],
    ['Vietnamese', 'Công ty Nguyễn Đèn Lồng ở Huế'],
    ['Chinese', '灯笼广告有限公司'],
    ['Japanese', '株式会社ちょうちんランタン'],
    ['Korean', '주식회사 등불'],
    ['emoji', 'Summer 🔥 sale 🎉'],
    ['a mixture', 'Łódź Москва 北京 서울 Ωμέγα'],
  ])('in %s are drawn as they are written, in both weights', async (_, name) => {
    expect(pdfText(await drawn(name))).toEqual([name]);
    expect(pdfText(await drawn(name, { weight: 'bold' }))).toEqual([name]);
  });

  it.each([
    ['Hebrew', 'פנס פרסום בע״מ'],
    ['Arabic', 'شركة الفانوس الكبير'],
    ['Arabic with letters that share their bodies', 'شركة الفانوس للإعلان'],
    ['Dhivehi', 'ދިވެހިރާއްޖެ ބޮއްތި'],
    ['Arabic, letter by letter', 'ببت تثث سش صض طظ عغ فق إأآا'],
  ])('in %s are drawn from right to left', async (_, name) => {
    const [piece] = pdfPieces(await drawn(name, { direction: 'auto' }));
    expect(piece?.glyphs.toReversed().join('')).toBe(name);
  });

  it.each([
    ['Arabic with ligatures', 'شركة الفانوس للإعلان'],
    ['Thai', 'บริษัท โคมไฟ จำกัด'],
    ['Hindi', 'लालटेन विज्ञापन प्राइवेट लिमिटेड'],
  ])('in %s are drawn with every sign, of which some stand for several letters', async (_, name) => {
    const said = pdfText(await drawn(name)).join('');
    expect(said).not.toContain('\ufffd');
    expect([...name].filter((letter) => !said.includes(letter))).toEqual([]);
  });

  it.each([
    ['Armenian', 'Լապտեր գովազդ ՍՊԸ'],
    ['Georgian', 'შპს ფარანი რეკლამა'],
    ['Amharic', 'ፋኖስ ማስታወቂያ'],
    ['Bengali', 'লণ্ঠন বিজ্ঞাপন প্রাইভেট কোম্পানি'],
    ['Punjabi', 'ਲਾਲਟੈਨ ਵਿਗਿਆਪਨ ਪ੍ਰਾਈਵੇਟ ਲਿਮਟਿਡ'],
    ['Gujarati', 'ફાનસ જાહેરાત પ્રાઇવેટ ક્ષેત્ર'],
    ['Odia', 'ଲଣ୍ଠନ ବିଜ୍ଞାପନ ପ୍ରାଇଭେଟ କ୍ଷେତ୍ର'],
    ['Tamil', 'விளக்கு விளம்பரம் கொடி'],
    ['Telugu', 'లాంతరు ప్రకటన ప్రైవేట్ క్షేత్రం'],
    ['Kannada', 'ಲಾಟೀನು ಜಾಹೀರಾತು ಪ್ರೈವೇಟ್'],
    ['Malayalam', 'റാന്തൽ പരസ്യം പ്രൈവറ്റ്'],
    ['Sinhala', 'ලන්තෑරුම් වෙළඳ දැන්වීම් ක්‍රියා'],
    ['Tibetan', 'སྒྲོན་མེ་ ཁྱབ་བསྒྲགས་ བརྙན་འཕྲིན་'],
    ['Lao', 'ໂຄມໄຟ ໂຄສະນາ ຈຳກັດ ນ້ຳ'],
    ['Burmese', 'မီးအိမ် ကြော်ငြာ ကုမ္ပဏီ'],
    ['Khmer', 'ក្រុមហ៊ុន ចង្កៀង ពាណិជ្ជកម្ម'],
  ])('in %s are shaped as their script asks, and say what is written', async (_, name) => {
    for (const weight of ['regular', 'bold'] as const) {
      expect(pdfText(await drawn(name, { weight })).join('')).toBe(name);
      const { of } = await loadFaces([name]);
      const words = name.split(' ').map((word) => {
        const face = of.get(word.codePointAt(0) ?? 0);
        return { word, run: face?.[weight].layout(word) };
      });
      // The sign for what is missing is a font's first: a vowel that is drawn as two others found none of them.
      for (const { word, run } of words) {
        expect([word, run?.glyphs.filter(({ id }) => id === 0)]).toEqual([word, []]);
        expect(run?.positions.every(({ xAdvance }) => xAdvance >= 0)).toBe(true);
      }
    }
  });

  it('have no tones of skin and no keys around digits, which the font draws apart', async () => {
    expect(pdfText(await drawn('Hi 👋🏽 👍🏿! 1️⃣ #⃣'))).toEqual(['Hi 👋 👍! 1 #']);
    // By itself a tone is a sign.
    expect(pdfText(await drawn('a 🏽'))).toEqual(['a 🏽']);
  });

  it('of which no font has a character say that it is missing', async () => {
    expect(pdfText(await drawn('ꦗꦮ 𐎀 x'))).toEqual(['\ufffd\ufffd \ufffd x']);
  });

  it('keep their letters and marks together, and lose what cannot be seen', async () => {
    expect(pdfText(await drawn('Zo\u0301\u200b\ufeffe\u00ad\ta'))).toEqual(['Zóe a']);
  });
});

describe('order', () => {
  const inOrder = async (text: string, direction: Direction) => {
    const runs = visualRuns(text, await loadFaces([text]), direction);
    return runs.map((run) => run.text).join('|');
  };

  it('is the English document’s around a name from right to left, and the name’s where it stands alone', async () => {
    expect(await inOrder('פנס (campaign 7)', 'ltr')).toBe('פנס| (campaign 7)');
    expect(await inOrder('פנס (7)', 'auto')).toBe('(|7|) |פנס');
  });

  it('of names beside each other is the document’s, and within each its own', async () => {
    const [site, widget] = [setApart('פנס'), setApart('בית (7) A!')];
    expect(await inOrder(`${site} · ${widget}`, 'ltr')).toBe('פנס| · |!|A| (|7|) |בית');
  });

  it.each(['auto', 'ltr'] as const)('is one name’s on all of its lines: %s', async (direction) => {
    const name = 'שםארוךמאוד Sale 2026! קיץארוךמאוד';
    const text = direction === 'auto' ? name : setApart(name);
    const [, middle = '', ...rest] = pdfText(await drawn(text, { width: 68, direction }));
    // The mark after it stands at its left.
    expect(middle.trim()).toBe('!Sale 2026');
    expect(rest).toHaveLength(1);
  });
});

/** Points by which a broken word may be longer than its letters were apart: joined letters are wider than single ones. */
const ROOM = 12;

describe('any text', () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc
      .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 12 })
      .map((units) => String.fromCharCode(...units)),
  );

  it('can be drawn, on lines that fit', async () => {
    await fc.assert(
      fc.asyncProperty(
        anything,
        fc.constantFrom('ltr' as const, 'auto' as const),
        async (text, direction) => {
          const pieces = pdfPieces(await drawn(text, { width: 60, direction }));
          expect(pieces.filter(({ right }) => !(right <= PAGE.left + 60 + ROOM))).toEqual([]);
          const seen = text.toWellFormed().replace(/[\s\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, '');
          expect(pieces.some(({ glyphs }) => glyphs.some((glyph) => glyph.trim() !== ''))).toBe(seen !== '');
        },
      ),
      // One letter that is wider than the line.
      {
        numRuns: 60,
        examples: [
          ['\ufdfd', 'ltr'],
          ['a \ufdfd b', 'auto'],
          // A mark without a place.
          ['\u08a4', 'ltr'],
        ],
      },
    );
  }, 60_000);
});

it('any letters of Latin, Greek and Cyrillic are drawn as they are written', async () => {
  const blocks = [
    [0x21, 0x7e],
    [0xa1, 0xac],
    [0xae, 0x17f],
    [0x386, 0x386],
    [0x388, 0x38a],
    [0x38e, 0x3a1],
    [0x3a3, 0x3ce],
    [0x400, 0x45f],
    [0x490, 0x491],
    [0x1ea0, 0x1ef9],
  ] as const;
  const letter = fc.oneof(...blocks.map(([min, max]) => fc.integer({ min, max })));
  const word = fc
    .array(letter, { minLength: 1, maxLength: 20 })
    .map((codes) => String.fromCharCode(...codes));
  await fc.assert(
    fc.asyncProperty(word, async (name) => {
      expect(pdfText(await drawn(name))).toEqual([name]);
    }),
    { numRuns: 40 },
  );
}, 60_000);

describe('a long name', () => {
  it.each([
    'one two three four five six seven eight nine ten eleven twelve',
    'OneNameThatHasNoSpaceAnywhereAndIsLongerThanALine',
    '灯笼广告有限公司灯笼广告有限公司灯笼广告有限公司',
  ])('is broken into lines that say all of it: %s', async (name) => {
    const lines = pdfText(await drawn(name, { width: 100 }));
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.join('').replaceAll(' ', '')).toBe(name.replaceAll(' ', ''));
  });
});

describe('the file', () => {
  it('is small, and the same for the same content', async () => {
    const name = 'Zażółć Ελλάς Россия Nguyễn';
    const pdf = await drawn(name);
    expect(pdf.length).toBeLessThan(16_000);
    expect((await drawn('灯笼广告有限公司')).length).toBeLessThan(40_000);
    expect(Buffer.from(pdf).equals(Buffer.from(await drawn(name)))).toBe(true);
  });
});
