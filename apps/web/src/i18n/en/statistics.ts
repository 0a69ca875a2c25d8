import { defineTexts } from '../texts.ts';

export const statisticsTexts = defineTexts('statistics', {
  title: 'Statistics',
  description: 'How your campaigns perform: what was shown, seen, clicked and spent.',
});
