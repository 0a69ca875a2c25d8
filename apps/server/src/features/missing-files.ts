import { DEFAULT_LANGUAGE } from '@placard/domain/language';
import { textsIn } from '@placard/texts/catalogue';
import type { HasDb, HasLog } from '../deps.ts';
import { NobodyWaits, TooManyWaiting } from '../fairness/turns.ts';
import { documentsTexts } from '../texts/catalogues.ts';
import { MOST_FAULTS } from './each-alone.ts';

/** Beside the documents or images of an archive, where some are not among them. */
export const MISSING_FILE = 'MISSING.txt';

/** What of an archive could not be drawn or read: one keeps nobody from the others, and the archive names it. */
export class MissingFiles {
  readonly #deps: HasDb & HasLog;
  readonly #what: 'documents' | 'images';
  readonly #names: string[] = [];

  constructor(deps: HasDb & HasLog, what: 'documents' | 'images') {
    this.#deps = deps;
    this.#what = what;
  }

  /**
   * What is read from the database is no part of `make`: that it is away is no fault of a file.
   * @returns null where it cannot be made. @throws NobodyWaits; TooManyWaiting; the fault of the 20th, which is none of its own
   */
  async made<Bytes>(name: string, make: () => Promise<Bytes>): Promise<Bytes | null> {
    try {
      return await make();
    } catch (cause) {
      const isTurn = cause instanceof NobodyWaits || cause instanceof TooManyWaiting;
      if (isTurn || this.#names.length + 1 >= MOST_FAULTS) throw cause;
      this.#deps.log.error({ err: cause, file: beginningOf(name) }, 'a file of an archive could not be made');
      this.#names.push(name);
      return null;
    }
  }

  /** What MISSING.txt says in the language of who reads it; null where nothing is missing. */
  async text(userId: number): Promise<string | null> {
    if (this.#names.length === 0) return null;
    const { language } = await this.#deps.db
      .selectFrom('app_user')
      .select('language')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    const t = textsIn(documentsTexts, language ?? DEFAULT_LANGUAGE);
    return t(`missing.${this.#what}`, { names: this.#names.join('\n') });
  }
}

/** Of an image's name enough to find it: whole it looks like a key, which no log has. */
function beginningOf(name: string): string {
  return name.replace(/^([0-9a-f]{12})[0-9a-f]{52}/, '$1…');
}
