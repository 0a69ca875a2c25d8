const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};
/** Around what a sentence names, so that it keeps its direction. */
const SET_APART = /[\u2066-\u2069]/g;

const wordsOf = (markup: string): string =>
  markup
    .replace(/<style[^>]*>.*?<\/style>|<[^>]+>/gs, ' ')
    .replace(/&[#\w]+;/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(SET_APART, '')
    .replace(/\s+/g, ' ')
    // The parts of an amount stand beside each other.
    .replace(/ (?=\.\d)/g, '')
    .trim();

/** What React wrote of a part of the dashboard. */
export class Shown {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }

  /** All that it says, in one line. */
  get words(): string {
    return wordsOf(this.markup);
  }

  /** What can be pressed, by its label or its words. */
  get buttons(): string[] {
    return this.#buttons().map(({ name }) => name);
  }

  /** Of those, what can't be pressed now. */
  get disabled(): string[] {
    return this.#buttons()
      .filter(({ tag }) => tag.includes(' disabled=""'))
      .map(({ name }) => name);
  }

  #buttons() {
    return [...this.markup.matchAll(/(<button[^>]*>)(.*?)<\/button>/gs)].map(([, tag = '', inner = '']) => ({
      tag,
      name: wordsOf(/ aria-label="([^"]*)"/.exec(tag)?.[1] ?? inner),
    }));
  }
}
