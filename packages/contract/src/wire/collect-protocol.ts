/** What analytics.js and delivery say to each other. */

/** Of the landing address: the id of the click that led there. */
export const CLICK_PARAMETER = 'placard_click';

/** Attributes of the script element. */
export const SITE_ATTRIBUTE = 'data-site';
export const CAMPAIGN_ATTRIBUTE = 'data-campaign';

/** A click is forgotten this long after it; conversions later than that are not its own. */
export const CONVERSION_WINDOW_DAYS = 30;
