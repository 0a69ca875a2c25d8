/**
 * Puts a text on the clipboard. Over plain http, but for localhost, browsers have no `navigator.clipboard`: there what is selected is copied.
 * @throws where the browser refuses both
 */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard !== undefined) return await navigator.clipboard.writeText(text);
  const before = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.style.cssText = 'position:fixed;top:0;opacity:0';
  // In the dialog that the button stands in: what is outside of one can't have the focus.
  (before?.closest('[role="dialog"]') ?? document.body).append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  if (!done) throw new Error('the browser does not copy');
}
