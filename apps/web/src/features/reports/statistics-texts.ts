import { defineTexts } from '../../i18n/texts.ts';

export const statisticsTexts = defineTexts('statistics', {
  title: 'Statistics',
  description: 'How your campaigns perform: what was shown, seen, clicked and spent.',
});
