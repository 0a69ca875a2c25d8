/** Addresses of the publisher's pages; ids are plain numbers. */
export const REPORT_PATH: string = '/publisher/report';
/** `website`: its id; without it all websites together. */
export const STATS_PATH: string = '/publisher/stats';
export const ADS_PATH: string = '/publisher/ads';
export const WEBSITES_PATH: string = '/publisher/websites';
export const WEBSITE_CREATE_PATH: string = '/publisher/websites/create';

export function websiteEditPath(id: number): string {
  return `${WEBSITES_PATH}/${id}/edit`;
}

export function websiteWidgetsPath(id: number): string {
  return `${WEBSITES_PATH}/${id}/widgets`;
}

export function widgetCreatePath(websiteId: number): string {
  return `${websiteWidgetsPath(websiteId)}/create`;
}

export function widgetEditPath(websiteId: number, id: number): string {
  return `${websiteWidgetsPath(websiteId)}/${id}/edit`;
}
