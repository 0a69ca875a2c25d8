import { defineTexts } from '../../i18n/texts.ts';

/** Tracking URLs of a creative, and what came through them. */
export const trackingTexts = defineTexts('tracking', {
  intro:
    'To show this creative through another ad server: give it the click URL as the ad’s target, and the impression URL as its impression pixel. What comes through them is reported apart and never billed.',
  macro:
    'Put your ad server’s cache buster behind the impression URL, so that no browser answers it from memory:',
  macros: {
    gam: 'Google Ad Manager: {code}',
    revive: 'Revive Adserver: {code}',
    xandr: 'Xandr: {code}',
    other: 'Any other: {code}, with a new number for each view',
  },
  where:
    'A click goes to the creative’s own click URL, as it was last approved. After the assignment is removed, or the creative is archived, clicks are still sent on and nothing is counted.',
  none: 'Tracking URLs appear once the creative is assigned to an ad set.',
  over: 'There are no tracking URLs for a creative that is archived or cancelled.',
  impressionUrl: 'Impression URL',
  clickUrl: 'Click URL',
  noClickUrl: 'Third-party code brings its own links: it has no click URL to send a click to.',
  figures: 'Through tracking URLs, the last 30 days',
  figuresText: 'What other ad servers reported. Not part of any other figure.',
  adSet: 'Ad set',
  creative: 'Creative',
  impressions: 'Tracking impressions',
  clicks: 'Tracking clicks',
  total: 'Total',
  nothing: 'Nothing has come through these addresses in the last 30 days.',
  failed: 'Failed to load what came through tracking URLs',
});
