import type { AdSize } from '@placard/domain/ad-size';
import type { WidgetType } from '@placard/domain/widget/rules';
import { CAMPAIGN_ATTRIBUTE, SITE_ATTRIBUTE } from './collect-protocol.ts';
import { NATIVE_TEXT_HEIGHT_PX, WIDGET_ATTRIBUTE } from './tag-protocol.ts';

export type WidgetSnippetInput = {
  readonly embedKey: string;
  readonly type: WidgetType;
  /** All sizes of the widget; at least one, else nothing is reserved. */
  readonly sizes: readonly AdSize[];
  /** The publisher's own content where there is no ad; checked by fallbackIssue of the domain. */
  readonly fallbackHtml?: string;
};

/**
 * Step 1 of the code dialog: once per page, in the head.
 * @param deliveryUrl the delivery address, with or without a slash at its end
 */
export function sdkSnippet(deliveryUrl: string): string {
  return `<script async src="${attribute(sdkUrl(deliveryUrl))}"></script>`;
}

export function sdkUrl(deliveryUrl: string): string {
  return `${deliveryUrl.replace(/\/+$/, '')}/sdk.js`;
}

/**
 * Step 2: the element where the widget shall appear. Its style reserves the room the ad may need, so that the
 * text around it stays where it is when the ad comes. The fallback content stands in it as it was written: it is part of
 * the publisher's page like everything around it, and no script of ours ever turns it into markup.
 */
export function widgetSnippet({ embedKey, type, sizes, fallbackHtml = '' }: WidgetSnippetInput): string {
  const style = sizes.length === 0 ? '' : ` style="${reservation(type, sizes, fallbackHtml)}"`;
  const content = fallbackHtml === '' ? '' : `\n${fallbackHtml}\n`;
  return `<div ${WIDGET_ATTRIBUTE}="${attribute(embedKey)}"${style}>${content}</div>`;
}

/** The analytics code of a publisher's website: once per page, in the head. It counts page views. */
export function websiteAnalyticsSnippet(deliveryUrl: string, analyticsKey: string): string {
  return analyticsScript(deliveryUrl, SITE_ATTRIBUTE, analyticsKey);
}

/**
 * The analytics code of a campaign: in the head of every page of the advertised site. Its first line takes calls of
 * `placard` until the script has loaded.
 */
export function campaignAnalyticsSnippet(deliveryUrl: string, analyticsKey: string): string {
  return [
    '<script>window.placard=window.placard||function(){(placard.q=placard.q||[]).push(arguments)}</script>',
    analyticsScript(deliveryUrl, CAMPAIGN_ATTRIBUTE, analyticsKey),
  ].join('\n');
}

/** An example of the call on the page that follows a purchase. @param currency that of the network */
export function conversionSnippet(currency: string): string {
  return `<script>placard('conversion', { value: 49.90, currency: '${currency}', orderId: 'A-1001' })</script>`;
}

function analyticsScript(deliveryUrl: string, name: string, key: string): string {
  return `<script async src="${attribute(deliveryUrl.replace(/\/+$/, ''))}/analytics.js" ${name}="${attribute(key)}"></script>`;
}

/**
 * The style that keeps the room; at least one size.
 * @param fallbackHtml content of the publisher's own. Its margins would go through the element, and no more as soon as the tag has put
 * a box around it: then all below would move.
 */
export function reservation(type: WidgetType, sizes: readonly AdSize[], fallbackHtml = ''): string {
  return room(type, sizes) + (fallbackHtml === '' ? '' : ';display:flow-root');
}

function room(type: WidgetType, sizes: readonly AdSize[]): string {
  const heightPx = Math.max(...sizes.map((size) => size.heightPx));
  const widthPx = Math.max(...sizes.map((size) => size.widthPx));
  switch (type) {
    case 'banner':
      // Which size comes is known only with the ad: the tallest is the only one that never moves the page.
      return `min-height:${heightPx}px`;
    case 'native':
      return `min-height:${heightPx + NATIVE_TEXT_HEIGHT_PX}px`;
    case 'video':
      return `width:100%;max-width:${widthPx}px;margin:auto;aspect-ratio:16/9`;
    case 'floating_sticky_ad':
      // It lies over the page and takes no room in it; the tag measures the width it may have from this box.
      return 'position:fixed;left:0;right:0;bottom:0';
  }
}

function attribute(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');
}
