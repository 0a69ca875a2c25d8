import { describe, expect, test } from 'vitest';
import { reportForm } from './report-page.ts';
import { noticePage, page, pageHeaders } from './visitor-page.ts';

const CREATIVE = {
  ...{ imageUrl: 'https://ads.example/i/a.png?a=1&b=2', widthPx: 300, heightPx: 250 },
  ...{ altText: '"><script>x</script>&amp;', advertiserHost: 'shop.example' },
};

describe('the page about an ad', () => {
  test('says what an advertiser wrote as text, never as a part of the page', () => {
    const html = reportForm('en', CREATIVE, null);
    expect(html).toContain(
      '<img src="https://ads.example/i/a.png?a=1&amp;b=2" width="300" height="250" alt="&quot;>&lt;script>x&lt;/script>&amp;amp;">',
    );
    expect(html).not.toContain('<script');
    expect(html).toContain('An ad for shop.example, 300×250.');
    expect(reportForm('en', { ...CREATIVE, advertiserHost: '<b>"&' }, null)).toContain('&lt;b>&quot;&amp;');
    expect(page('en', '<i>', '')).toContain('<title>&lt;i></title>');
  });

  test('has no picture of third-party code, and names nobody where its click goes nowhere', () => {
    const html = reportForm('en', { ...CREATIVE, imageUrl: null, advertiserHost: null }, null);
    expect(html).not.toContain('<img');
    expect(html).toContain('An ad, 300×250.');
  });

  test('says what is to be mended, and only then', () => {
    const refused = { fault: 'Please <choose>.', reason: 'offensive', comment: 'No </textarea><b> shop' };
    const html = reportForm('en', CREATIVE, refused);
    expect(html).toContain('<p class="fault" role="alert">Please &lt;choose>.</p>');
    expect(html.match(/value="(\w+)" required checked/g)).toEqual(['value="offensive" required checked']);
    expect(html).toContain('>No &lt;/textarea>&lt;b> shop</textarea>');
    expect(reportForm('en', CREATIVE, null)).not.toContain('role="alert"');
  });

  test('has as many bytes as it says', () => {
    const body = reportForm('de', CREATIVE, null);
    const headers = pageHeaders(body);
    expect(headers[headers.indexOf('Content-Length') + 1]).toBe(String(Buffer.byteLength(body)));
    expect(Buffer.byteLength(body)).toBeGreaterThan(body.length);
  });

  test('tells a visitor whose link leads nowhere so in their language', () => {
    expect(noticePage('en', 'noSuchLink')).toContain('<html lang="en">');
    expect(noticePage('en', 'noSuchLink')).toContain('<h1>This ad has ended</h1><p>What it led to');
    expect(noticePage('de', 'linkEnded')).toContain('<h1>Dieser Link ist abgelaufen</h1><p>Die Anzeige');
  });
});
