import fc from 'fast-check';
import { expect, it } from 'vitest';
import { htmlOfSections, htmlOfText } from './plain-html.ts';

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
      const html = htmlOfText(text, 'en');
      expect(words(html).replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
      expect([...html.matchAll(/<(\/?\w+)/g)].every(([, tag]) => /^\/?(div|p|br|a)$/.test(tag ?? ''))).toBe(
        true,
      );
    }),
  );
  expect(htmlOfText('<script>x</script>', 'en')).not.toContain('<script');
});

it('links addresses, without the full stop after them', () => {
  const html = htmlOfText('See https://ads.example/a?b=1&c=2.\nOr not.\n\nNext', 'en');
  expect(html).toContain('<a href="https://ads.example/a?b=1&amp;c=2">');
  expect(html).toContain('</a>.<br>Or not.</p><p');
});

it.each(['"…"', '“…”', '„…“', '»…«', '<…>', '(…)'])(
  'leaves out of an address the marks in which it stands: %s',
  (marks) => {
    const text = `See ${marks.replace('…', 'https://ads.example/a?b="c')}; more`;
    const cut = `See ${marks.replace('…', 'https://ads.example/rules')}; more`;
    expect(words(htmlOfText(text, 'en'))).toBe(text);
    expect(words(htmlOfText(cut, 'en'))).toBe(cut);
    expect(htmlOfText(cut, 'en')).toContain(
      '<a href="https://ads.example/rules">https://ads.example/rules</a>',
    );
  },
);

it('ends an address where the name ends in which it stands', () => {
  expect(htmlOfText('\u2068قطن https://ads.example/a\u2069.', 'en')).toContain(
    '<a href="https://ads.example/a">',
  );
});

it('says what it is written in, and leaves words and links to the colours of who reads it', () => {
  const sections = [{ heading: 'Eins', text: 'Mehr unter https://ads.example/a' }];
  for (const html of [
    htmlOfText('Mehr unter https://ads.example/a', 'de'),
    htmlOfSections('Guten Tag', sections, 'Ende', 'de'),
  ]) {
    expect(html).toMatch(/^<div lang="de" style="/);
    expect(html).not.toMatch(/[;"](color|background)/);
  }
  expect(htmlOfText('Of before', null)).toMatch(/^<div style="/);
});
