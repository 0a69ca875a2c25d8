import { defineTexts } from '../../i18n/texts.ts';

/** How an ad looks, alone and on a page. */
export const adPreviewTexts = defineTexts('adPreview', {
  none: 'Choose a size to see the preview.',
  stage: 'The creative at its true size',
  pageStage: 'The creative on a page',
  size: '{width} × {height} pixels, true size',
  scaled: '{width} × {height} pixels on a page {page} pixels wide, shown at {share}',
  noImage: 'Your image appears here',
  noCode: 'Your code appears here',
  codeTitle: 'Preview of the ad code',
  view: 'Shown',
  views: { alone: 'True size', desktop: 'On a desktop page', phone: 'On a phone page' },
  scheme: 'Colours of the page',
  schemes: { light: 'Light page', dark: 'Dark page' },
  tooWide: 'This size is wider than a phone’s page: it is not shown there.',
});
