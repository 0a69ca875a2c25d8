import { expect, it } from 'vitest';
import { frameDocument } from './mail-frame.ts';

it('forbids all but styles before anything of the mail is read, of a part of a page and of a whole one', () => {
  for (const html of [
    '<p>Hello</p>',
    '<!doctype html><html lang="de"><head><title>x</title></head><body></body></html>',
  ]) {
    const page = frameDocument(html);
    expect(page.match(/<!doctype html>/g)).toHaveLength(1);
    expect(page).toMatch(
      /<head><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src/,
    );
    expect(page.indexOf('Content-Security-Policy')).toBeLessThan(page.search(/Hello|<title>/));
  }
});
