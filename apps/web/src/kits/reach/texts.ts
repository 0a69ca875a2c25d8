import { defineTexts } from '../../i18n/texts.ts';

/** The estimate beside an ad set's fields. */
export const campaignReachTexts = defineTexts('campaignReach', {
  title: 'Estimated daily reach',
  about: 'About {count, number}',
  views: '{count, plural, one {widget view a day fits} other {widget views a day fit}}',
  places:
    '{widgets, plural, one {# widget} other {about # widgets}} on {websites, plural, one {# website} other {about # websites}}',
  budget: 'What {amount} a day buys',
  viewables: '{count, plural, one {About # viewable impression} other {About # viewable impressions}}',
  clicks: '{count, plural, one {About # click} other {About # clicks}}',
  clicksFrom: 'from about {count, number} viewable impressions',
  limitedBy: {
    budget: 'The budget is the limit: more fits than it can buy.',
    traffic: 'The traffic is the limit: the budget may not be spent in full.',
  },
  nothing: 'No widget fits',
  nothingText: 'Choose more places, devices, days or hours, or a higher bid.',
  noData: 'No data yet',
  noDataText: 'No widget of the network asked for an ad in the last seven days.',
  waiting: 'Fill in devices, days and hours to see an estimate.',
  creative: {
    text: 'What each chosen ad set finds for a creative of {size} pixels.',
    choose: 'Choose an ad set to see an estimate.',
    views: '{count, plural, one {About # widget view a day} other {About # widget views a day}}',
    nothing: 'No widget takes this size where this ad set runs.',
    more: '{count, plural, one {And one more ad set.} other {And # more ad sets.}}',
    basis:
      'From what the network’s widgets asked for in the last seven days. Its other creatives and other advertisers want these places too: an estimate, not a promise.',
  },
  networkRate:
    'With an empty bid the network’s rate applies: {amount} {objective, select, TRAFFIC {per click} other {per 1,000 viewable impressions}}.',
  typicalPrice:
    'Other advertisers typically paid between {low} and {high} {objective, select, TRAFFIC {per click} other {per 1,000 viewable impressions}} in the last 30 days.',
  failed: 'The estimate could not be loaded',
  retry: 'Try again',
  languages: 'Counted for any language: which languages visitors read is not known beforehand.',
  basis:
    'From what the network’s widgets asked for from {from} to {to} (UTC), for a day on which it runs. Other advertisers want these places too: an estimate, not a promise.',
});
