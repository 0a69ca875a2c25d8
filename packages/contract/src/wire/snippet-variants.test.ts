import { expect, it } from 'vitest';
import {
  reactSdkSnippet,
  reactWidgetSnippet,
  wordpressSdkSnippet,
  wordpressWidgetSnippet,
} from './snippet-variants.ts';

const widget = {
  embedKey: 'k3yk3yk3yk3yk3yk',
  type: 'banner' as const,
  sizes: [{ widthPx: 300, heightPx: 250 }],
  fallbackHtml: '<a href="/letter">It\'s "here"</a>',
};

it('for React is a component that leaves the fallback to the browser', () => {
  expect(reactSdkSnippet('https://ads.example/')).toContain('src="https://ads.example/sdk.js"');
  expect(reactWidgetSnippet(widget)).toBe(`export function Ad() {
  return (
    <div
      data-placard="k3yk3yk3yk3yk3yk"
      style={{ minHeight: '250px', display: 'flow-root' }}
      dangerouslySetInnerHTML={{ __html: "<a href=\\"/letter\\">It's \\"here\\"</a>" }}
    />
  );
}`);
  expect(reactWidgetSnippet({ ...widget, fallbackHtml: '' })).not.toContain('dangerouslySetInnerHTML');
});

it.each([
  ['plain', '"plain"'],
  ...['"', '{', '}', '<', '>', '&'].map((sign) => [`a${sign}`, `{${JSON.stringify(`a${sign}`)}}`]),
])('for React says %s as %s', (embedKey, written) => {
  expect(reactWidgetSnippet({ ...widget, embedKey: `${embedKey}` })).toContain(`data-placard=${written}\n`);
});

it('for WordPress is a queued script and a block, and cannot be broken out of', () => {
  expect(wordpressSdkSnippet("https://ads.example/o'path")).toContain(
    "'https://ads.example/o\\'path/sdk.js'",
  );
  expect(wordpressWidgetSnippet(widget)).toBe(`<!-- wp:html -->
<div data-placard="k3yk3yk3yk3yk3yk" style="min-height:250px;display:flow-root">
<a href="/letter">It's "here"</a>
</div>
<!-- /wp:html -->`);
});
