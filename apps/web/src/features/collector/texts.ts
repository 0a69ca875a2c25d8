import { defineTexts } from '../../i18n/texts.ts';

/** Statistics of the publisher's own websites. */
export const websiteStatsTexts = defineTexts('websiteStats', {
  title: 'Website statistics',
  description:
    'Who reads your websites: page views and visitors, counted without a cookie. A visitor counts once a day.',
  failed: 'Failed to load the website statistics',
  website: 'Website',
  allWebsites: 'All websites',
  views: 'Page views',
  visitors: 'Visitors',
  perVisitor: 'Views per visitor',
  overTime: 'Page views and visitors over time',
  time: 'Time',
  top: {
    pages: 'Top pages',
    referrers: 'Referrers',
    countries: 'Countries',
    devices: 'Devices',
    websites: 'Websites',
  },
  column: {
    pages: 'Page',
    referrers: 'From',
    countries: 'Country',
    devices: 'Device',
    websites: 'Website',
  },
  narrowed: {
    path: 'Page: {value}',
    referrer: 'From: {value}',
    country: 'Country: {value}',
    device: 'Device: {value}',
  },
  direct: 'Direct or unknown',
  nothing: 'Nothing counted in this period.',
  more: 'Show all {count}',
  fewer: 'Show fewer',
  filtered: {
    title: 'Not counted',
    text: 'Page views of these days that were left out, and why.',
  },
  empty: {
    title: 'No page view yet',
    text: 'Put the analytics code on your website: page views, visitors, top pages and referrers appear here within seconds.',
    action: 'Get the analytics code',
    noWebsite: 'Add your website first; its analytics code then counts who reads it.',
    add: 'Add Website',
  },
});
