import fc from 'fast-check';
import { expect, it } from 'vitest';
import { htmlOfText } from './plain-html.ts';

const words = (html: string) =>
  html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

it('says what the text says, and nothing in it becomes markup', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const html = htmlOfText(text);
      expect(words(html).replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
      expect([...html.matchAll(/<(\/?\w+)/g)].every(([, tag]) => /^\/?(div|p|br|a)$/.test(tag ?? ''))).toBe(
        true,
      );
    }),
  );
  expect(htmlOfText('<script>x</script>')).not.toContain('<script');
});

it('links addresses, without the full stop after them', () => {
  const html = htmlOfText('See https://ads.example/a?b=1&c=2.\nOr not.\n\nNext');
  expect(html).toContain('<a href="https://ads.example/a?b=1&amp;c=2" style');
  expect(html).toContain('</a>.<br>Or not.</p><p');
});

it('ends an address where the name ends in which it stands', () => {
  expect(htmlOfText('\u2068قطن https://ads.example/a\u2069.')).toContain(
    '<a href="https://ads.example/a" style',
  );
});
