import { expect, it } from 'vitest';
import { FALLBACK_MAX_LENGTH, fallbackIssue } from './fallback.ts';

it.each([
  '',
  'Plain words & more',
  '<a href="/letter">Read our letter</a>',
  '<div class="box"><img src="/a.png" alt="a > b" loading="lazy"><br><p>Text</p></div>',
  '<svg viewBox="0 0 8 8"><path d="M0 0h8"/></svg><!-- a <div> in a comment -->',
  '<STRONG>Loud</strong>',
])('takes %j', (html) => {
  expect(fallbackIssue(html)).toBeNull();
});

it.each([
  ['<script>go()</script>', 'fallback_has_script'],
  ['< SCRIPT src=//x>', 'fallback_has_script'],
  ['<div data-placard="other"></div>', 'fallback_has_widget'],
  ['</div>', 'fallback_unbalanced'],
  ['<div><p>Text</div></p>', 'fallback_unbalanced'],
  ['<p>Text', 'fallback_unbalanced'],
  ['<div/>', 'fallback_unbalanced'],
  ['<div title="never closed>Text</div>', 'fallback_unbalanced'],
  ['<!-- never closed', 'fallback_unbalanced'],
  ['x'.repeat(FALLBACK_MAX_LENGTH + 1), 'fallback_too_long'],
])('refuses %j', (html, code) => {
  expect(fallbackIssue(html)).toBe(code);
});
