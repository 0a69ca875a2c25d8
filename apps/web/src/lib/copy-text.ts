/**
 * Puts a text on the clipboard. Over plain http, but for localhost, browsers have no `navigator.clipboard`: few meet that.
 * @throws where the browser refuses
 */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) await navigator.clipboard.writeText(text);
  else (await import('./copy-selected.ts')).copySelected(text);
}
