import { describe, expect, it } from 'vitest';
import { sdkSnippet, widgetSnippet } from './snippet.ts';

const mediumRectangle = { widthPx: 300, heightPx: 250 };
const leaderboard = { widthPx: 728, heightPx: 90 };

describe('sdkSnippet', () => {
  it.each(['https://ads.example.com', 'https://ads.example.com/', 'https://ads.example.com//'])(
    'points at the script of %s',
    (url) => {
      expect(sdkSnippet(url)).toBe('<script async src="https://ads.example.com/sdk.js"></script>');
    },
  );

  it('keeps a path and cannot be broken out of', () => {
    expect(sdkSnippet('https://example.com/ads')).toContain('src="https://example.com/ads/sdk.js"');
    expect(sdkSnippet('https://e.com/"><b>')).toBe(
      '<script async src="https://e.com/&quot;>&lt;b>/sdk.js"></script>',
    );
  });
});

describe('widgetSnippet', () => {
  const embedKey = 'k3yk3yk3yk3yk3yk';

  it('reserves the tallest size for a banner', () => {
    expect(widgetSnippet({ embedKey, type: 'banner', sizes: [leaderboard, mediumRectangle] })).toBe(
      '<div data-placard="k3yk3yk3yk3yk3yk" style="min-height:250px"></div>',
    );
  });

  it.each([
    ['banner', 'min-height:250px'],
    ['native', 'min-height:338px'],
    ['video', 'width:100%;max-width:300px;margin:auto;aspect-ratio:16/9'],
  ] as const)('keeps the margins of own content in a %s within it', (type, room) => {
    const input = { embedKey, type, sizes: [mediumRectangle], fallbackHtml: '<p>Subscribe</p>' };
    expect(widgetSnippet(input)).toBe(
      `<div data-placard="k3yk3yk3yk3yk3yk" style="${room};display:flow-root">\n<p>Subscribe</p>\n</div>`,
    );
    expect(widgetSnippet({ ...input, fallbackHtml: '' })).toBe(
      `<div data-placard="k3yk3yk3yk3yk3yk" style="${room}"></div>`,
    );
  });

  it('adds the text of a native ad', () => {
    expect(widgetSnippet({ embedKey, type: 'native', sizes: [mediumRectangle] })).toBe(
      '<div data-placard="k3yk3yk3yk3yk3yk" style="min-height:338px"></div>',
    );
  });

  it('keeps the frame of a video, as wide as its widest size', () => {
    const sizes = [
      { widthPx: 640, heightPx: 360 },
      { widthPx: 854, heightPx: 480 },
    ];
    expect(widgetSnippet({ embedKey, type: 'video', sizes })).toBe(
      '<div data-placard="k3yk3yk3yk3yk3yk" style="width:100%;max-width:854px;margin:auto;aspect-ratio:16/9"></div>',
    );
  });

  it('takes no room in the page for a floating ad', () => {
    expect(widgetSnippet({ embedKey, type: 'floating_sticky_ad', sizes: [leaderboard] })).toBe(
      '<div data-placard="k3yk3yk3yk3yk3yk" style="position:fixed;left:0;right:0;bottom:0"></div>',
    );
  });

  it('reserves nothing without sizes and escapes the key', () => {
    expect(widgetSnippet({ embedKey: '"><i>', type: 'banner', sizes: [] })).toBe(
      '<div data-placard="&quot;>&lt;i>"></div>',
    );
  });
});
