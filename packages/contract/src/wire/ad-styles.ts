import { NATIVE_TEXT_HEIGHT_PX, type WidgetKindLetter } from './tag-protocol.ts';

/** Where the text of the button that closes a floating ad stands among its styles. */
export const CLOSE_TEXT_AT = 4;

/**
 * U+200E: a sign after it belongs to the words before it. On a page from right to left an arrow or cross at the end of a text would
 * stand at its left, and the tag has no byte left for a direction of its own.
 */
const LEFT_TO_RIGHT = '\u200e';

/** What every ad is marked with, and what closes a floating one: read alike on pages of either direction. */
export const markText = (word: string) => `${word} ►${LEFT_TO_RIGHT}`;
export const closeText = (words: string) => `${words} ✕${LEFT_TO_RIGHT}`;

/**
 * Styles of what few pages show: they come with the ad, and the script of all pages goes without them. Like all that the tag sets
 * they go through CSSOM, as no policy of a page forbids.
 */
export const AD_STYLES: Readonly<Partial<Record<WidgetKindLetter, readonly string[]>>> = {
  // Of the card; of the heading title above the image and the text below it, as high together whatever they say, each in its own direction.
  n: [
    'border-radius:8px;box-shadow:0 0 0 1px #8886',
    'unicode-bidi:plaintext;font-weight:600;line-height:32px;height:32px;padding:0 40px 0 12px;overflow:hidden',
    `unicode-bidi:plaintext;line-height:22px;height:${NATIVE_TEXT_HEIGHT_PX - 32 - 12}px;margin:6px 12px;overflow:hidden`,
  ],
  // Of the card; of the slot, at the window's lower edge; of the ad; of the button that closes it, whose face, edge and letters are the
  // browser's own, which stand out on any background, and its text (delivery puts it in the reader's language); and the rules of a sheet, of a medium of its own: on paper there is nothing to float over.
  f: [
    '',
    ';position:fixed;inset:auto 0 0;z-index:2147483647;pointer-events:none',
    ';background:#fff;box-shadow:0 0 6px #0004;padding-bottom:env(safe-area-inset-bottom)',
    'position:absolute;right:0;bottom:100%;padding:0 12px;font:12px/28px sans-serif',
    closeText('Close ad'),
    '@media print{div{display:none!important}}',
  ],
};

/**
 * Of the frame of third-party code; they come with it as the styles do. They hold also for what the code goes to from its own
 * document, whose policy says the same.
 */
export const FRAME_ATTRIBUTES = {
  sandbox: 'allow-scripts allow-popups allow-popups-to-escape-sandbox',
  // Sound needs a delegated autoplay, which it has not; muted video needs none.
  allow: 'fullscreen',
};
