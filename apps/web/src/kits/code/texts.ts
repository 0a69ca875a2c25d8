import { defineTexts } from '../../i18n/texts.ts';

/** Analytics codes of websites and campaigns: the code, and whether it has been seen. */
export const analyticsCodeTexts = defineTexts('analyticsCode', {
  failed: 'Failed to load the analytics code',
  website: {
    title: 'Analytics code of {domain}',
    head: 'Add the script in the head of every page',
    headText:
      'It counts page views and visitors without a cookie, and shows that {domain} is yours. Once per page is enough.',
    stats: 'Open the website statistics',
    views:
      '{count, plural, =0 {No page view counted in the last 30 days} one {# page view counted in the last 30 days} other {# page views counted in the last 30 days}}',
  },
  campaign: {
    title: 'Analytics Code',
    description:
      'Records visits and conversions on your own website and ties them to the click that brought the visitor.',
    head: 'Add the script in the head of every page of your website',
    headText:
      'A click leads to your page with “{parameter}” in its address; the script remembers it for {days} days without a cookie.',
    conversion: 'Report a conversion where it happens',
    conversionText:
      'On the page that follows a purchase or a sign-up. Value and currency ({currency}) are optional; an order with the same orderId is counted once.',
    figures: 'Seen since the campaign began',
    visits: 'Visits',
    counted: 'Conversions',
    unattributed: 'Without a click of ours',
    filtered: 'Not counted',
    last: 'Last conversion',
    never: 'None yet',
  },
  check: {
    title: 'Have we seen it?',
    hits: '{count, plural, =0 {No call in the last hour.} one {# call in the last hour.} other {# calls in the last hour.}}',
    problems: 'What we noticed',
    times: '{count, plural, one {once} other {# times}}, most recently {when}',
    owned: 'Ownership of {domain} is verified by the code on its page.',
    ownedAdsTxt: 'Ownership of {domain} is verified by its ads.txt.',
    notOwned: 'The first call from {domain} also verifies that the website is yours.',
  },
  problem: {
    wrong_site: 'It was called from {detail}, another domain: those page views are not counted.',
    other_currency: 'A conversion was reported in {detail}: its value is not counted.',
    other_campaign: 'A conversion came with the click of another campaign: it is not counted here.',
    late_conversion: 'A conversion came too long after its click: it is not counted.',
    click_not_counted: 'A conversion came with a click that was not counted.',
  },
});
