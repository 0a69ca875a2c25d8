import type { Language } from '@placard/domain/language';
import { DIGEST_ITEMS_MOST } from '@placard/domain/notice/digest';
import { textsIn } from '@placard/texts/catalogue';
import { htmlOfSections } from '../../mail/plain-html.ts';
import { mailTexts } from '../../texts/catalogues.ts';

type Digest = {
  readonly language: Language;
  readonly network: string;
  /** Null: about the network. */
  readonly account: string | null;
  /** Each as it would have been mailed at once. */
  readonly items: readonly { readonly subject: string; readonly body: string }[];
  /** Where one chooses what comes in it. */
  readonly url: string;
};

/** What waited, in the order in which it happened: each with what its own mail says. */
export function digestMail({ language, network, account, items, url }: Digest) {
  const t = textsIn(mailTexts, language);
  const shown = items.slice(0, DIGEST_ITEMS_MOST);
  const count = items.length;
  const about = account === null ? t('digest.ofNetwork', { network }) : t('digest.of', { network, account });
  const more = count > shown.length ? [t('digest.more', { count: count - shown.length })] : [];
  const end = [...more, `${t('digest.choose')}\n${url}`].join('\n\n');
  const sections = shown.map(({ subject, body }) => ({ heading: subject, text: body.trim() }));
  return {
    subject: t('digest.title', { network, count }),
    body: [
      about,
      ...sections.map(
        ({ heading, text }) => `${heading}\n${'-'.repeat(Math.min(heading.length, 70))}\n${text}`,
      ),
      `${end}\n`,
    ].join('\n\n\n'),
    html: htmlOfSections(about, sections, end, language),
    language,
  };
}
