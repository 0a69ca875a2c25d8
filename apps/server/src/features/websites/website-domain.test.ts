import { describe, expect, it } from 'vitest';
import { websiteDomain } from './website-domain.ts';

describe('websiteDomain', () => {
  it.each([
    ['Harbour-News.Example', 'harbour-news.example'],
    [' news.example. ', 'news.example'],
    ['www.news.co.uk', 'news.co.uk'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['me.github.io', 'me.github.io'],
    ['www.github.io', 'www.github.io'],
    ['a.b.c.example.com', 'a.b.c.example.com'],
  ])('%s is kept as %s', (typed, domain) => {
    expect(websiteDomain(typed)).toEqual({ ok: true, domain });
  });

  it.each([
    ['', 'domain_required'],
    ['https://news.example', 'domain_has_scheme'],
    ['news', 'domain_invalid'],
    ['news.example/path', 'domain_invalid'],
    ['user@news.example', 'domain_invalid'],
    ['news.example:80', 'domain_invalid'],
    ['10.0.0.1', 'domain_invalid'],
    ['0x7f.1', 'domain_invalid'],
    ['-a.example', 'domain_invalid'],
    ['co.uk', 'domain_public_suffix'],
    ['github.io', 'domain_public_suffix'],
    ['blogspot.com', 'domain_public_suffix'],
    ['com.au', 'domain_public_suffix'],
  ])('%s is refused: %s', (typed, code) => {
    expect(websiteDomain(typed)).toEqual({ ok: false, code });
  });
});
