/**
 * Outcomes of a widget view: filled, or the first gate that left nothing. Three come before any candidate is looked at:
 * widget, website or account do not serve; the page is not of the website; every size is wider than the element. on_page:
 * all that is left stands on the page already, or is kept apart from what does. minimum_bid: of the network's card; floor:
 * of the widget's publisher.
 */
export const TALLY_OUTCOMES = {
  filled: 0,
  no_candidate: 1,
  schedule: 2,
  budget: 3,
  pacing: 4,
  frequency: 5,
  blocked: 6,
  floor: 7,
  not_serving: 8,
  wrong_site: 9,
  too_narrow: 10,
  on_page: 11,
  minimum_bid: 12,
} as const;
export type TallyOutcome = keyof typeof TALLY_OUTCOMES;
export const TALLY_OUTCOME_KEYS = Object.keys(TALLY_OUTCOMES) as TallyOutcome[];

export function isTallyOutcome(text: string): text is TallyOutcome {
  return Object.hasOwn(TALLY_OUTCOMES, text);
}
