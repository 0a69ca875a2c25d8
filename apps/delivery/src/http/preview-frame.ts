import type { ServerResponse } from 'node:http';

/**
 * Takes the code of a creative that is not saved yet from the page around it, once, and becomes that document. Its
 * sandbox stays: it belongs to the answer, not to what is written into it.
 */
const PAGE = `<!doctype html><html><head><meta charset="utf-8"><title>Preview</title></head><body><script>
addEventListener('message', function take(event) {
  if (event.source !== parent || parent === window || typeof event.data?.adCode !== 'string') return;
  removeEventListener('message', take);
  document.open();
  document.write('<!doctype html><html><head><meta charset="utf-8"><title>Advertisement</title><base target="_blank">' +
    '<style>html,body{margin:0;padding:0;overflow:hidden}</style></head><body>' + event.data.adCode + '</body></html>');
  document.close();
});
</script></body></html>`;

/**
 * GET /p: the empty frame in which the dashboard shows code before it is saved. An origin of its own, as in `frame.ts`;
 * and only the dashboard may frame it, so that nobody else gets a page of ours that shows what they say.
 */
export function answerPreviewFrame(
  response: ServerResponse,
  request: { readonly method: string },
  dashboardUrl: string,
): void {
  response.writeHead(200, [
    ...['Content-Type', 'text/html; charset=utf-8', 'Content-Length', String(Buffer.byteLength(PAGE))],
    'Content-Security-Policy',
    `sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox; frame-ancestors ${new URL(dashboardUrl).origin}`,
    ...['Cache-Control', 'no-store', 'X-Content-Type-Options', 'nosniff'],
    ...['Referrer-Policy', 'no-referrer'],
    'Permissions-Policy',
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), display-capture=()',
  ]);
  response.end(request.method === 'HEAD' ? undefined : PAGE);
}
