import { expect, it } from 'vitest';
import { highlight } from './highlight.ts';

const SNIPPET = `<!-- Placard "x" -->
<script async src="https://ads.example/sdk.js"></script>
<script>
  const done = true; // it's fine
  placard('conversion', { value: 12.5 });
</script>`;

it('loses nothing', () => {
  expect(
    highlight(SNIPPET)
      .map((token) => token.text)
      .join(''),
  ).toBe(SNIPPET);
  expect([SNIPPET, '"a"', 'x "a"', ''].flatMap(highlight).filter(({ text }) => text === '')).toEqual([]);
});

it('knows comments, tags, attributes, strings and keywords', () => {
  const kinds = Object.groupBy(highlight(SNIPPET), (token) => token.kind);
  const texts = (kind: keyof typeof kinds) => (kinds[kind] ?? []).map((token) => token.text);
  expect(texts('comment')).toEqual(['<!-- Placard "x" -->', "// it's fine"]);
  expect(texts('string')).toEqual(['"https://ads.example/sdk.js"', "'conversion'"]);
  expect(texts('attribute')).toEqual(['async', 'src']);
  expect(texts('tag')).toContain('</script');
  expect(texts('keyword')).toEqual(['const', 'true']);
});
