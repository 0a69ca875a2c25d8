import { DEFAULT_LANGUAGE } from '@placard/domain/language';
import { textsIn } from '@placard/texts/catalogue';
import type { HasDb, HasLog } from '../../deps.ts';
import { NobodyWaits } from '../../fairness/turns.ts';
import { documentsTexts } from '../../texts/catalogues.ts';
import { MOST_FAULTS } from '../each-alone.ts';

/** Beside the documents of an archive, where some are not among them. */
export const MISSING_FILE = 'MISSING.txt';

/** What of an archive could not be drawn: one document keeps nobody from the others, and the archive names it. */
export class UndrawnDocuments {
  readonly #deps: HasDb & HasLog;
  readonly #names: string[] = [];

  constructor(deps: HasDb & HasLog) {
    this.#deps = deps;
  }

  /**
   * What a document is read from is no part of `draw`: a database that is away is not the document's fault.
   * @returns null where it cannot be drawn. @throws NobodyWaits; the fault of the 20th, which is none of its own
   */
  async drawn<Bytes>(name: string, draw: () => Promise<Bytes>): Promise<Bytes | null> {
    try {
      return await draw();
    } catch (cause) {
      if (cause instanceof NobodyWaits || this.#names.length + 1 >= MOST_FAULTS) throw cause;
      this.#deps.log.error({ err: cause, document: name }, 'a document of an archive could not be drawn');
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
    return t('missing', { names: this.#names.join('\n') });
  }
}
