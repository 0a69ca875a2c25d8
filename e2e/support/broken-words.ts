import type { Page } from '@playwright/test';

/** Short words that a line breaks in their midst without a hyphen: a column, or a button, is narrower than what it says. */
export function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const around = text.parentElement;
      const isRead =
        around?.checkVisibility() === true && around.closest('svg, pre, code, script, style') === null;
      // What is there for screen readers alone has no room.
      if (!isRead || around.clientWidth === 1 || getComputedStyle(around).hyphens === 'auto') continue;
      for (const word of (text.nodeValue ?? '').matchAll(/(?<![^\s(])\p{L}{3,16}(?=[\s.,:)]|$)/gu)) {
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        const lines = new Set(
          [...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => top),
        );
        if (lines.size > 1) found.add(`${word[0]} in ${around.textContent?.slice(0, 60)}`);
      }
    }
    return [...found];
  });
}
