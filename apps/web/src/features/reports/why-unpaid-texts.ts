import { defineTexts } from '../../i18n/texts.ts';

/** Why views of a widget brought nothing, each reason in plain words with what the publisher can do. */
export const whyUnpaidTexts = defineTexts('whyUnpaid', {
  open: 'Why unpaid?',
  title: 'Why unpaid?',
  titleOf: 'Why unpaid: {name}',
  intro:
    'From {from} to {to}, {scope, select, widget {this widget} website {this website} other {all your websites}}.',
  failed: 'Failed to load the reasons',
  nothing: 'No views in these days',
  nothingText:
    'No page asked for an ad. Check that the code stands on the page and that the page has visitors.',
  allPaid: 'Nothing is left unpaid: every view became an event that counted.',
  path: {
    title: 'What became of the views',
    requests: 'Views asked for an ad',
    filled: 'Got an ad',
    impressions: 'Ad appeared',
    viewables: 'Seen long enough',
    clicks: 'Clicked',
    earnings: 'Earned',
  },
  reasons: 'Reasons',
  count: '{count, plural, one {# time} other {# times}}',
  group: {
    noFill: 'No ad was found',
    notShown: 'An ad was found, but not shown or not seen',
    filtered: 'Filtered: counted, never paid',
    beyond: 'Beyond an advertiser’s budget',
  },
  outcome: {
    no_candidate: {
      title: 'No advertiser wants this place now',
      text: 'No running campaign has an ad of these sizes for the country, device and language of the visitor. More sizes bring more ads.',
      action: 'Add sizes',
    },
    on_page: {
      title: 'Every ad that fits is on the page already',
      text: 'An ad is shown once on a page, and ads of one category are kept apart where the website wants that. Fewer widgets on a page, or more sizes in them, leave fewer places empty.',
      action: 'See widgets',
    },
    schedule: {
      title: 'Outside the advertisers’ hours',
      text: 'Ads would fit, but their dates, days or hours were not now. This passes by itself; more sizes bring other advertisers.',
      action: 'Add sizes',
    },
    budget: {
      title: 'The advertisers’ budgets were used up',
      text: 'Ads would fit, but their budget of the day or as a whole was spent. It begins anew with the next day.',
      action: 'Add sizes',
    },
    pacing: {
      title: 'The advertisers spread their budgets over the day',
      text: 'Ads would fit, but they are shown evenly over the day and had their share of this hour.',
      action: 'Add sizes',
    },
    frequency: {
      title: 'The visitor had seen the ads often enough',
      text: 'Advertisers limit how often one visitor sees an ad on a day.',
      action: 'Add sizes',
    },
    blocked: {
      title: 'Your block-lists left nothing',
      text: 'Every ad that would fit is on a block-list of this website or widget.',
      action: 'See block-lists',
    },
    floor: {
      title: 'Your floor CPM is above what advertisers pay',
      text: 'Ads would fit, but bring less per 1,000 impressions than your floor{floor}. A lower floor fills more views.',
      action: 'Edit floor',
    },
    not_serving: {
      title: 'The widget or its website is not active',
      text: 'Its code was seen, but it shows nothing while the widget or the website is suspended or under review.',
      action: 'See status',
    },
    wrong_site: {
      title: 'The code stands on another domain',
      text: 'A page that does not belong to the registered website asked for it. Ads are shown on the website and its subdomains only.',
      action: 'See websites',
    },
    too_narrow: {
      title: 'The place is narrower than every size',
      text: 'The element on the page has less room than the narrowest of the widget’s sizes. Add a smaller size, such as 320×50 for phones.',
      action: 'Add sizes',
    },
  },
  notLoaded: {
    title: 'The ad did not appear',
    text: 'The visitor left before it had loaded, or something on the device kept it away. Widgets low on the page lose more.',
  },
  notViewable: {
    title: 'The ad was not seen long enough',
    text: 'Ads paid per view count when half of them is in the window for a second. Higher on the page, more are seen. Ads paid per click are paid for clicks only.',
  },
  filteredText:
    '{kind, select, impression {Impressions} viewable {Viewable impressions} other {Clicks}} that were not counted.',
  overDelivered: {
    title: 'Shown beyond a budget',
    text: 'The advertiser’s budget ended while the ad was on its way. It was shown for free; this is kept small.',
  },
});
