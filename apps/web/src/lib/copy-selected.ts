/**
 * Copies as a key would: what is selected, in a field that is there for that moment.
 * @throws where the browser does not
 */
export function copySelected(text: string): void {
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
