import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeKey, hostsInCode } from './review-findings.ts';

describe('hosts in ad code', () => {
  it('are found with any scheme and without one, once each, in their order', () => {
    const code = `<script src="https://CDN.ads.example/a.js"></script><img src=//pix.example/1.gif>
      <a href='http://shop.example?x=1'>x</a><script>fetch("https://cdn.ads.example/b"); new WebSocket(\`wss://live.example\`)</script>
      <style>a{background:url(https://img.example/x.png)}</style>`;
    expect(hostsInCode(code)).toEqual({
      hosts: ['cdn.ads.example', 'pix.example', 'shop.example', 'live.example', 'img.example'],
      insecure: ['shop.example'],
    });
  });

  it('are none in a comment of code, a relative path or a host without a dot', () => {
    expect(hostsInCode('// say hello\n<img src="/a/b.png"><a href="https://localhost/x">').hosts).toEqual([]);
  });

  it('take a port, a name of a user before them, and an end of the text', () => {
    expect(hostsInCode('https://a.example:8443/x https://b.example').hosts).toEqual([
      'a.example',
      'b.example',
    ]);
    expect(hostsInCode('https://good.example@evil.example/').hosts).toEqual(['evil.example']);
  });

  it('are those that a browser asks, however they are written', () => {
    const code = String.raw`<script>var a={"u":"https:\/\/cdn.json.example\/a.js","w":"http:\/\/plain.example:80"}</script>
      <img src="https://Bücher.example/x"><img src="//my_ads.example/1"><img src="https://dot.example./x">
      <img src="https://xn--bcher-kva.example/y">`;
    expect(hostsInCode(code)).toEqual({
      hosts: [
        ...['cdn.json.example', 'plain.example', 'xn--bcher-kva.example', 'my_ads.example', 'dot.example'],
      ],
      insecure: ['plain.example'],
    });
    const inAttribute = '<a onclick="open(&quot;//shop.example&quot;)">';
    expect(hostsInCode(inAttribute).hosts).toEqual(['shop.example']);
    expect(hostsInCode('"//.example/" "https://\u00a0.example/" "https://\ufffd.example/"').hosts).toEqual(
      [],
    );
  });

  it('never take long over text of any kind', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400 }), fc.domain(), (noise, domain) => {
        const { hosts } = hostsInCode(`${noise.replaceAll('/', '')} "https://${domain}/x"`);
        expect(hosts).toContain(domain.toLowerCase());
      }),
    );
  });
});

it('calls code the same that differs in blanks only', () => {
  expect(codeKey('<b>\n  one</b>')).toBe(codeKey('<b> one</b>'));
  expect(codeKey('<b>one</b>')).not.toBe(codeKey('<b>two</b>'));
});
