import { defineTexts } from '../../i18n/texts.ts';

/** Why an event was not billed, in words for publishers and operators. */
export const filterTexts = defineTexts('filter', {
  caption: 'Filtered events by reason',
  reasonColumn: 'Reason',
  total: 'Total',
  kind: { impression: 'Impressions', viewable: 'Viewable', click: 'Clicks' },
  reason: {
    forged_token: 'Forged token',
    expired_token: 'Expired token',
    wrong_method: 'Wrong method (HEAD and the like)',
    prefetch: 'Fetched ahead by the browser',
    bot: 'Bot',
    data_centre: 'Data centre',
    repeated: 'Repeated',
    no_impression: 'No impression before it',
    too_fast: 'Faster than a person',
    rate_limit: 'Too many from one viewer',
    clock_skew: 'Clock out of step',
    wrong_site: 'Not the registered website',
    tracking_url: 'Tracking address, never billed',
    click_not_counted: 'Its click was not counted',
    late_conversion: 'After the conversion window',
  },
  /** What the reason means, in one sentence. */
  meaning: {
    forged_token: 'No ad of this network carried it.',
    expired_token: 'It came too long after the ad was chosen, from a page left open.',
    wrong_method: 'A program asked, not a visitor’s browser.',
    prefetch: 'The browser fetched the page ahead; nobody had opened it yet.',
    bot: 'A crawler or robot visited the page.',
    data_centre: 'It came from a data centre, not from a visitor.',
    repeated: 'The same event came again: it counts once.',
    no_impression: 'The ad had not appeared before it.',
    too_fast: 'It came faster than a person can act. Keep buttons away from ads.',
    rate_limit:
      'One visitor clicked more often than people do. Never ask visitors to click, and do not click yourself.',
    clock_skew: 'The clocks of two servers were too far apart.',
    wrong_site: 'The page does not belong to the registered website.',
    tracking_url: 'It came by a tracking address, which is never paid.',
    click_not_counted: 'Its click was not counted.',
    late_conversion: 'It came after the time in which conversions count.',
  },
});
