import { describe, expect, it } from 'vitest';
import * as apiKey from './account/api-key.ts';
import * as closing from './account/closing.ts';
import * as dataExport from './account/data-export.ts';
import * as look from './account/look.ts';
import * as member from './account/member.ts';
import * as passkey from './account/passkey.ts';
import { SENT_BYTES_A_DAY } from './account/sent-bytes.ts';
import * as place from './account/sign-in-place.ts';
import * as signUp from './account/sign-up.ts';
import * as singleSignOn from './account/single-sign-on.ts';
import * as stepUp from './account/step-up.ts';
import * as adReport from './ad-report.ts';
import { CREATIVE_SIZE_PRESETS } from './ad-size.ts';
import * as adsTxt from './ads-txt/parse.ts';
import * as adsTxtSchedule from './ads-txt/schedule.ts';
import { PAGE_VIEWS_KEPT_DAYS } from './analytics/kept-days.ts';
import * as reach from './analytics/reach.ts';
import { REPORT_FILE_MAX_ROWS } from './analytics/report-file.ts';
import { MAX_MARKS } from './analytics/report-marks.ts';
import * as pointInTime from './backup/point-in-time.ts';
import * as correction from './billing/correction.ts';
import * as deposits from './billing/deposit-rules.ts';
import * as dispute from './billing/dispute.ts';
import * as party from './billing/party.ts';
import * as tax from './billing/tax.ts';
import { MAX_TOP_UPS_A_DAY } from './billing/top-up.ts';
import { WALLET_DAYS_COVERED } from './billing/wallet-level.ts';
import { LIMIT_OVER_AFTER_MS } from './campaign/limit.ts';
import * as campaign from './campaign/rules.ts';
import * as spike from './campaign/spend-spike.ts';
import * as creative from './creative/rules.ts';
import * as images from './creative/stored-images.ts';
import * as dayBounds from './day-bounds.ts';
import { CLOCK_DIFFERENCE_MS, LEAST_AGE_MS } from './decision/least-age.ts';
import * as bids from './decision/minimum-bids.ts';
import { CLICK_RATE_PRIOR } from './decision/price.ts';
import { EVENT_LIFETIME_MS } from './event-kind.ts';
import { ALARM_PATIENCE_MS, CALM_MS } from './health/alarm-steps.ts';
import * as thresholds from './health/alarm-thresholds.ts';
import * as homeAlarms from './home/alarms.ts';
import * as kept from './kept-days.ts';
import { DIFFERENCES_KEPT, RECONCILED_WITHIN_MS } from './ledger/reconciliation.ts';
import * as shareRate from './ledger/share-rate.ts';
import * as digest from './notice/digest.ts';
import { MARKS_ON_A_LETTER } from './one-line.ts';
import * as approval from './payout/approval.ts';
import * as payout from './payout/rules.ts';
import * as sepa from './payout/sepa-text.ts';
import * as withholding from './payout/withholding.ts';
import { TYPICAL_PRICE_MIN_ACCOUNTS } from './reach/typical-price.ts';
import * as note from './record-note.ts';
import * as sample from './traffic/event-sample.ts';
import * as trafficRule from './traffic/traffic-rule.ts';
import * as webhook from './webhook/event-types.ts';
import { BLOCKS_MAX } from './website/blocks.ts';
import * as website from './website/rules.ts';
import * as widget from './widget/rules.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MIB = 1_048_576;

/** What the specification and the documents say in words: whoever changes one has to change both. */
const PROMISED: readonly (readonly [words: string, is: unknown, promised: unknown])[] = [
  [
    'an hour, four hours, a day for an event',
    EVENT_LIFETIME_MS,
    { impression: HOUR, viewable: 4 * HOUR, click: DAY },
  ],
  [
    'one second in view, two of a video, 0.3 for a click',
    LEAST_AGE_MS,
    { impression: 0, viewable: 1_000, videoViewable: 2_000, click: 300 },
  ],
  ['a tenth of a second between clocks', CLOCK_DIFFERENCE_MS, 100],
  ['click rates begin at 5 of 1,000', CLICK_RATE_PRIOR, { clicks: 5, impressions: 1_000 }],
  ['page views for 400 days', PAGE_VIEWS_KEPT_DAYS, 400],
  ['frequency from these times on', reach.FREQUENCY_STEPS, [1, 2, 3, 5, 10]],
  [
    'reach closes half an hour after its day, a day at the latest',
    [reach.REACH_CLOSES_AFTER_MS, reach.REACH_CLOSES_AT_LAST_MS],
    [30 * MINUTE, DAY],
  ],
  ['a million rows of a file, 100 marks of a chart', [REPORT_FILE_MAX_ROWS, MAX_MARKS], [1_000_000, 100]],
  [
    'reports of 800 days, of hours 92, campaigns of ten years',
    [dayBounds.REPORT_MAX_DAYS, dayBounds.HOURLY_MAX_DAYS, dayBounds.CAMPAIGN_MAX_DAYS],
    [800, 92, 3_653],
  ],
  [
    'sizes of creatives',
    CREATIVE_SIZE_PRESETS.map(({ widthPx, heightPx }) => `${widthPx}x${heightPx}`),
    ['728x90', '300x300', '300x250', '468x60', '160x600'],
  ],
  ['a gibibyte sent by one person in 24 hours', SENT_BYTES_A_DAY, 1_024 * MIB],
  ['a million at once', [deposits.DEPOSIT_MAX_DOLLARS, payout.MIN_PAYOUT_MAX_DOLLARS], [1e6, 1e6]],
  [
    'an image of 5 MiB and 2,000 px each way',
    [creative.IMAGE_MAX_BYTES, creative.IMAGE_MAX_PIXELS],
    [5 * MIB, 4_000_000],
  ],
  [
    '100,000 characters of code, 2,000 of an address',
    [creative.AD_CODE_MAX_LENGTH, creative.CLICK_URL_MAX_LENGTH],
    [100_000, 2_000],
  ],
  [
    'names of creatives from 3 to 99',
    [creative.CREATIVE_NAME_MIN_LENGTH, creative.CREATIVE_NAME_LENGTH_LIMIT],
    [3, 100],
  ],
  ['eight marks on a letter of a name', MARKS_ON_A_LETTER, 8],
  ['a creative in 500 ad sets', creative.MAX_AD_SETS_OF_A_CREATIVE, 500],
  [
    '500 images in no creative, for 7 days; a file that went is sought for 90',
    [images.MAX_UNUSED_IMAGES, images.UNUSED_IMAGE_DAYS, images.GONE_IMAGES_SOUGHT_DAYS],
    [500, 7, 90],
  ],
  [
    '1,000 creatives and 100 websites that wait, 1,000 widgets of a website',
    [creative.MAX_WAITING_CREATIVES, website.MAX_WAITING_WEBSITES, widget.MAX_OPEN_WIDGETS],
    [1_000, 100, 1_000],
  ],
  [
    '5,000 open campaigns with 200 ad sets, names of 200',
    [campaign.MAX_OPEN_CAMPAIGNS, campaign.MAX_OPEN_AD_SETS, campaign.NAME_LENGTH_LIMIT],
    [5_000, 200, 200],
  ],
  ['a limit is over 36 hours after', LIMIT_OVER_AFTER_MS, 36 * HOUR],
  [
    'a spike: three times the median of 14 days, five of an hour, and $20 more',
    [
      spike.SPIKE_TIMES,
      spike.SPIKE_LOOKS_BACK_DAYS,
      spike.SPIKE_LEAST_DAYS,
      spike.HOUR_SPIKE_TIMES,
      spike.SPIKE_LEAST_MORE_MICROS,
    ],
    [3n, 14, 5, 5n, 20_000_000n],
  ],
  [
    'an hour is looked at for 20 minutes more and quiet for a day',
    [spike.HOUR_LOOKED_AT_AFTER_MS, spike.HOUR_QUIET_MS],
    [20 * MINUTE, DAY],
  ],
  [
    'minimum bids',
    [
      bids.MAX_BID_CARDS,
      bids.MAX_COUNTRY_TIERS,
      bids.MAX_MINIMUMS,
      bids.MAX_MINIMUM_BID_DOLLARS,
      bids.TIER_NAME_LENGTH,
    ],
    [500, 5, 24, 1_000, 40],
  ],
  ['prices of five accounts at least', TYPICAL_PRICE_MIN_ACCOUNTS, 5],
  [
    '20 open deposits, a card to $999,999.99',
    [deposits.MOST_WAITING_DEPOSITS, deposits.CARD_PAYMENT_MAX_MICROS],
    [20, 999_999_990_000n],
  ],
  [
    'SEPA: names of 70, remittance of 140, a cent less than a billion',
    [sepa.SEPA_NAME_LENGTH, sepa.SEPA_REMITTANCE_LENGTH, sepa.SEPA_TRANSFER_MAX_MICROS],
    [70, 140, 999_999_999_990_000n],
  ],
  [
    '20 open withdrawals, automatic ones to the third',
    [payout.MOST_WAITING_PAYOUTS, payout.AUTO_WITHDRAWAL_LAST_DAY],
    [20, 3],
  ],
  [
    'what is moved alone within 24 hours, a raised limit 24 hours later',
    [approval.ALONE_WINDOW_HOURS, approval.RAISED_LIMIT_HOURS],
    [24, 24],
  ],
  ['five top-ups a day, two days covered', [MAX_TOP_UPS_A_DAY, WALLET_DAYS_COVERED], [5, 2]],
  [
    'tax and withheld tax to 50 %',
    [tax.MAX_TAX_BP, tax.MAX_TAX_RATES, withholding.MAX_WITHHOLDING_BP, withholding.MAX_WITHHOLDING_RATES],
    [5_000, 60, 5_000, 500],
  ],
  [
    'disputes are shown for 90 days, 20 of them',
    [dispute.DISPUTE_SHOWN_DAYS, dispute.DISPUTES_LISTED],
    [90, 20],
  ],
  [
    'a correction: of 92 days, with a reason of 3 to 500, 100 campaigns named',
    [correction.REFUND_DAYS_MAX, correction.REASON_LENGTHS, correction.CHARGES_NAMED],
    [92, { min: 3, max: 500 }, 100],
  ],
  [
    'a party on a document',
    [
      party.PARTY_NAME_LENGTH,
      party.ADDRESS_LENGTH,
      party.ADDRESS_LINES,
      party.VAT_NUMBER_LENGTH,
      party.REGISTRATION_LENGTH,
    ],
    [200, 400, 6, 30, 60],
  ],
  [
    'rates of publishers, five minutes ahead',
    [shareRate.MAX_SHARE_RATES, shareRate.SHARE_LEAD_MS],
    [500, 5 * MINUTE],
  ],
  [
    'books are compared within 36 hours, 20 lines are kept',
    [RECONCILED_WITHIN_MS, DIFFERENCES_KEPT],
    [36 * HOUR, 20],
  ],
  ['alarms last a minute, and are over after five', [ALARM_PATIENCE_MS, CALM_MS], [MINUTE, 5 * MINUTE]],
  [
    'alarms of the home page',
    [
      homeAlarms.REPORTS_LATE_MS,
      homeAlarms.MONTH_LATE_MS,
      homeAlarms.MAIL_WATCHED_DAYS,
      homeAlarms.MAIL_REFUSED_TIMES,
    ],
    [5 * MINUTE, 2 * HOUR, 7, 3],
  ],
  [
    'bounds of thresholds',
    thresholds.THRESHOLD_BOUNDS,
    {
      settlementSeconds: [10, 86_400],
      diskPercent: [1, 50],
      fillPercent: [0.01, 100],
      filteredPercent: [0.01, 100],
      latencyMs: [1, 500],
      spoolMegabytes: [1, 1_000_000],
      overDeliveredPercent: [0.01, 100],
    },
  ],
  [
    'thresholds where nobody sets any',
    thresholds.DEFAULT_THRESHOLDS,
    {
      settlementSeconds: 60,
      diskPercent: 5,
      fillPercent: null,
      filteredPercent: 50,
      latencyMs: 100,
      spoolMegabytes: 256,
      overDeliveredPercent: 5,
    },
  ],
  [
    'judged: of 10 minutes 1,000 views, 500 events, 100 decisions, of a day $1',
    [
      thresholds.JUDGED_MINUTES,
      thresholds.JUDGED_VIEWS,
      thresholds.JUDGED_EVENTS,
      thresholds.JUDGED_DECISIONS,
      thresholds.JUDGED_SPEND_MICROS,
    ],
    [10, 1_000, 500, 100, 1_000_000n],
  ],
  [
    'points in time: 7 days, 90 at most, 2 GiB beside the database',
    [pointInTime.POINT_IN_TIME_DAYS, pointInTime.POINT_IN_TIME_DAYS_MOST, pointInTime.WAITING_LOG_MOST_BYTES],
    [7, 90, 2_048 * MIB],
  ],
  [
    'a base each day, the bucket looked through as often and late after 15 minutes',
    [pointInTime.BASE_EVERY_MS, pointInTime.BUCKET_LISTED_EVERY_MS, pointInTime.BUCKET_LATE_MS],
    [DAY, DAY, 15 * MINUTE],
  ],
  [
    'samples: /24 and /48, 120 characters, two days, an example a minute',
    [
      sample.SAMPLE_NETWORK_BITS,
      sample.SAMPLE_AGENT_LENGTH,
      sample.SAMPLE_HOST_LENGTH,
      sample.SAMPLE_KEPT_MS,
      sample.EXAMPLE_EVERY_MS,
      sample.SHOWN_PER_REASON,
      sample.MOST_SAMPLES_READ,
    ],
    [{ ipv4: 24, ipv6: 48 }, 120, 100, 2 * DAY, MINUTE, 20, 100_000],
  ],
  [
    '200 traffic rules with 100 letters of a label, none wider than /8 and /16',
    [
      trafficRule.TRAFFIC_LABEL_LIMIT,
      trafficRule.MAX_TRAFFIC_RULES,
      trafficRule.WIDEST_NETWORK_BITS,
      trafficRule.AGENT_PART_LENGTHS,
    ],
    [100, 200, { ipv4: 8, ipv6: 16 }, { min: 3, max: 120 }],
  ],
  [
    'webhooks: 10 endpoints, 50 tries, 30 days, 10,000 waiting',
    [
      webhook.MAX_ENDPOINTS,
      webhook.MAX_ATTEMPTS,
      webhook.EVENTS_KEPT_DAYS,
      webhook.MAX_WAITING,
      webhook.ENDPOINT_URL_LIMIT,
      webhook.ENDPOINT_DESCRIPTION_LIMIT,
    ],
    [10, 50, 30, 10_000, 500, 200],
  ],
  [
    'ads.txt: 50,000 lines of 2,000, each day, each week',
    [
      adsTxt.ADS_TXT_MAX_LINES,
      adsTxt.ADS_TXT_MAX_LINE_LENGTH,
      adsTxtSchedule.ADS_TXT_EVERY_MS,
      adsTxtSchedule.ADS_TXT_RARELY_MS,
    ],
    [50_000, 2_000, DAY, 7 * DAY],
  ],
  [
    'websites: 5 categories, 1,000 blocks, widgets of 10 sizes, 100 listed',
    [
      website.WEBSITE_MAX_CATEGORIES,
      BLOCKS_MAX,
      widget.WIDGET_MAX_SIZES,
      widget.WIDGETS_LISTED,
      widget.WIDGET_NAME_MAX_LENGTH,
      widget.HEADING_TITLE_MAX_LENGTH,
    ],
    [5, 1_000, 10, 100, 200, 200],
  ],
  [
    'reports of ads: 3 for a review, 10 of a viewer, 500 characters',
    [adReport.AD_REPORTS_FOR_REVIEW, adReport.AD_REPORTS_PER_VIEWER, adReport.AD_REPORT_COMMENT_MAX_LENGTH],
    [3, 10, 500],
  ],
  [
    'notes and tags',
    [note.NOTES_MAX, note.NOTE_MAX, note.TAGS_MAX, note.TAG_MAX, note.TAGS_OFFERED],
    [200, 2_000, 8, 24, 100],
  ],
  ['a digest at eight of 100', [digest.DIGEST_MINUTE, digest.DIGEST_ITEMS_MOST], [8 * 60, 100]],
  [
    'mails for 180 days, notices for 365, page views by day for 60',
    [kept.MAILS_KEPT_DAYS, kept.NOTICES_KEPT_DAYS, kept.TRAFFIC_KEPT_DAYS],
    [180, 365, 60],
  ],
  ['20 places of a person for 180 days', [place.SIGN_IN_PLACES_MOST, place.SIGN_IN_PLACE_DAYS], [20, 180]],
  ['closed for 30 days, books for 10 years', [closing.CLOSED_KEPT_DAYS, closing.BOOKS_KEPT_YEARS], [30, 10]],
  [
    'an archive: 7 days, five a day, 20 in others’ stead, 64 MiB of images and of documents',
    [
      dataExport.EXPORT_KEPT_DAYS,
      dataExport.EXPORTS_A_DAY,
      dataExport.GIVEN_EXPORTS_A_DAY,
      dataExport.EXPORT_IMAGES_MAX_BYTES,
      dataExport.EXPORT_DOCUMENTS_MAX_BYTES,
    ],
    [7, 5, 20, 64 * MIB, 64 * MIB],
  ],
  [
    'a look of half an hour, with a reason',
    [look.LOOK_MS, look.LOOK_REASON, look.LOOKS_LISTED],
    [30 * MINUTE, { min: 3, max: 200 }, 50],
  ],
  [
    '50 members, 20 keys, 20 passkeys, 10 sign-in links',
    [member.MAX_MEMBERS, apiKey.MAX_LIVE_KEYS, passkey.PASSKEYS_MOST, singleSignOn.SIGN_IN_LINKS_MOST],
    [50, 20, 20, 10],
  ],
  [
    'a proof for 10 minutes, a ceremony for 5, a sign-on for 10',
    [stepUp.PROOF_VALID_MS, passkey.CEREMONY_VALID_MS, singleSignOn.SINGLE_SIGN_ON_VALID_MS],
    [10 * MINUTE, 5 * MINUTE, 10 * MINUTE],
  ],
  [
    'a link to sign up for 3 days, a request for 30, 10,000 of them, 200 listed',
    [signUp.SIGN_UP_LINK_DAYS, signUp.SIGN_UP_WAIT_DAYS, signUp.MAX_SIGN_UP_REQUESTS, signUp.SIGN_UPS_LISTED],
    [3, 30, 10_000, 200],
  ],
];

describe('numbers that were promised', () => {
  it.each(PROMISED)('%s', (_words, is, promised) => expect(is).toEqual(promised));
});
