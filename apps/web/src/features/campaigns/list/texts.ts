import { defineTexts } from '../../../i18n/texts.ts';

/** What the campaign list shows beyond the campaign itself, and editing in its rows. */
export const campaignListTexts = defineTexts('campaignList', {
  figures: {
    range: 'Figures',
    failed: 'Figures could not be loaded',
    retry: 'Try again',
    none: 'No impressions in these days',
  },
  column: {
    impressions: 'Impressions',
    viewableRate: 'Viewable rate',
    clicks: 'Clicks',
    ctr: 'CTR',
    spend: 'Spend',
    pacing: 'Pacing',
    spentToday: 'Spent today',
    plannedSoFar: 'Planned so far today',
  },
  pacing: {
    of: '{spent} of {planned}',
    explained: 'Spent today: {spent}. Planned by now: {planned}. Planned until the end of the day: {whole}.',
    notToday: 'It does not run today',
    nothingYet: 'Its hours have not begun yet: {whole} is planned for today',
  },
  edit: {
    button: 'Edit name and budgets of {name}',
    menu: 'Edit name and budgets',
    title: 'Edit “{name}” here',
    save: 'Save',
    saving: 'Saving…',
    cancel: 'Cancel',
    keys: 'Enter saves, Escape cancels.',
  },
});
