import type { MailEntry, MailPreview } from '@placard/contract/mail-catalogue';
import type { Language } from '@placard/domain/language';
import { type FixedFor, fixedFor, NOTICE_KIND_KEYS, type NoticeKind } from '@placard/domain/notice/kinds';
import { AppError } from '../../api/app-error.ts';
import type { HasClock, HasDb, HasUrls } from '../../deps.ts';
import { type MailName, withWay } from '../../mail/mail-text.ts';
import { htmlOfText } from '../../mail/plain-html.ts';
import { digestMail } from '../notices/digest-mail.ts';
import { networkName } from '../settings/network-name.ts';
import { reportSample } from './report-sample.ts';
import { MAIL_SAMPLES, MAILS_OF_NOTICES, type SampleFacts } from './samples.ts';

type Deps = HasDb & HasClock & Pick<HasUrls, 'publicUrl'>;
type Written = Omit<MailPreview, 'files'> & Partial<Pick<MailPreview, 'files'>>;
type Sample = (facts: SampleFacts, language: Language) => Written;

/** What is mailed besides the texts: what is put together anew each time. */
const PUT_TOGETHER = {
  report: (facts, language) => {
    const { subject, body, html, attachments } = reportSample(facts, language);
    return { subject, text: body, html, files: attachments.map(({ name }) => name) };
  },
  digest: (facts, language) => {
    const items = (['balance.low', 'campaign.reject', 'campaign.complete'] as const).map((kind) => {
      const { subject, body, way } = MAIL_SAMPLES[MAILS_OF_NOTICES[kind]](facts)(language);
      return { subject, body: withWay(facts.publicUrl, { body, way: way ?? null }) };
    });
    const { network, publicUrl } = facts;
    const url = `${publicUrl}/account#mails`;
    const { subject, body, html } = digestMail({ language, network, account: 'Example Ltd', items, url });
    return { subject, text: body, html };
  },
} as const satisfies Record<string, Sample>;

function ofText(name: MailName): Sample {
  return (facts, language) => {
    const { subject, body, way = null } = MAIL_SAMPLES[name](facts)(language);
    const text = withWay(facts.publicUrl, { body, way });
    return { subject, text, html: htmlOfText(text, language) };
  };
}

const NAMES = Object.keys(MAIL_SAMPLES) as MailName[];
const CATALOGUE: ReadonlyMap<string, Sample> = new Map<string, Sample>([
  ...NAMES.map((name) => [name, ofText(name)] as const),
  ...Object.entries(PUT_TOGETHER),
]);

/** Which kinds of notice a mail tells; none where it is about the person's own account. */
function kindsOf(name: string): NoticeKind[] {
  return NOTICE_KIND_KEYS.filter((kind) => MAILS_OF_NOTICES[kind] === name);
}

/** Why nobody can end it; null: they can. What is no notice belongs to what somebody has just done. */
function whyKept(name: string): FixedFor | 'account' | null {
  if (name in PUT_TOGETHER) return null;
  const kinds = kindsOf(name);
  if (kinds.length === 0) return 'account';
  const reasons = kinds.map(fixedFor);
  return reasons.every((reason) => reason !== null) ? (reasons[0] ?? null) : null;
}

/** Every mail that this network sends, as a sample made by what makes the mails themselves. */
export async function listCatalogue(deps: Deps, language: Language): Promise<{ items: MailEntry[] }> {
  const facts = await factsOf(deps);
  return {
    items: [...CATALOGUE].map(([name, sample]) => ({
      name,
      subject: sample(facts, language).subject,
      kinds: kindsOf(name),
      keptFor: whyKept(name),
    })),
  };
}

/** @throws AppError `not_found` */
export async function previewMail(deps: Deps, name: string, language: Language): Promise<MailPreview> {
  const sample = CATALOGUE.get(name);
  if (sample === undefined) throw new AppError('not_found');
  return { files: [], ...sample(await factsOf(deps), language) };
}

async function factsOf({ db, publicUrl, clock }: Deps): Promise<SampleFacts> {
  return { network: await networkName(db), publicUrl, at: clock() };
}
