/** Nothing is fetched and nothing runs, whatever stands in it; styles of elements are all that mails have. */
const POLICY =
  '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; style-src \'unsafe-inline\'">';

/** A mail's HTML as a document of its own for a frame with an empty sandbox: a part of a page, or a whole one. */
export function frameDocument(html: string): string {
  if (html.startsWith('<!doctype html>')) return html.replace('<head>', `<head>${POLICY}`);
  return `<!doctype html><html><head>${POLICY}<meta charset="utf-8"></head><body style="margin:16px;background:#ffffff">${html}</body></html>`;
}
