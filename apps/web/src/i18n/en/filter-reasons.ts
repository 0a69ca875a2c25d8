import { defineTexts } from '../texts.ts';

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
});
