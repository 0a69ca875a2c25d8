import type { CampaignActivity } from '@placard/contract/campaign-insight';
import { campaignActivityTexts } from './texts.ts';

export const SHOWN_FIELDS = Object.keys(
  campaignActivityTexts.english.fields,
) as (keyof typeof campaignActivityTexts.english.fields)[];
export type ShownField = (typeof SHOWN_FIELDS)[number];

export type Change = { readonly field: ShownField; readonly before: unknown; readonly after: unknown };

/**
 * The changes that are told, in the order of the form's fields. Of a creative only its status: what it shows is told
 * on its own page.
 */
export function changesOf({ subject, detail }: Pick<CampaignActivity, 'subject' | 'detail'>): Change[] {
  return SHOWN_FIELDS.flatMap((field) => {
    if (subject.kind === 'creative' && field !== 'status') return [];
    const value = detail[field];
    if (typeof value !== 'object' || value === null || !('before' in value) || !('after' in value)) return [];
    return [{ field, before: value.before, after: value.after }];
  });
}

type Sentences = typeof campaignActivityTexts.english;
export type Sentence = {
  [Kind in 'campaign' | 'ad_set' | 'creative']: `${Kind}.${keyof Sentences[Kind] & string}`;
}[keyof Pick<Sentences, 'campaign' | 'ad_set' | 'creative'>];

/** The key of an action's sentence; `null` for one that this version does not know. */
export function sentenceOf(action: string): Sentence | null {
  const [kind = '', verb = ''] = action.split('.');
  const sentences =
    kind === 'campaign' || kind === 'ad_set' || kind === 'creative'
      ? campaignActivityTexts.english[kind]
      : {};
  return Object.hasOwn(sentences, verb) ? (action as Sentence) : null;
}

/** Why it was rejected or completed, in the words kept; '' where there are none. */
export function reasonOf(detail: CampaignActivity['detail']): string {
  return typeof detail.text === 'string' ? detail.text : '';
}

export function causeOf(detail: CampaignActivity['detail']): keyof Sentences['because'] | null {
  const { because } = detail;
  return because === 'end_date' || because === 'budget_spent' ? because : null;
}
