import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Pages of other people: a publisher's article and an advertiser's shop, both on 127.0.0.1 under names of their own. */
export type TwoSites = {
  /** Chromium's --host-resolver-rules that lead the names here. */
  readonly resolverRules: string;
  readonly articleUrl: string;
  readonly landingUrl: string;
  readonly landings: () => number;
  /** The article's HTML; changed when the publisher pastes the snippet. */
  publish(html: string): void;
  /** The landing page's HTML; changed when the advertiser pastes the snippet. */
  publishLanding(html: string): void;
  close(): Promise<void>;
};

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });

export async function openTwoSites(publisherDomain: string, advertiserDomain: string): Promise<TwoSites> {
  let article = '<!doctype html><title>Empty</title>';
  let landing = '<!doctype html><title>Lantern shop</title><h1>Lanterns</h1>';
  let landings = 0;
  const publisher = createServer((request, response) => {
    const found = request.url === '/';
    response.writeHead(found ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' });
    response.end(found ? article : '');
  });
  const advertiser = createServer((request, response) => {
    if (request.url?.startsWith('/lantern') === true) landings += 1;
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(landing);
  });
  const [publisherPort, advertiserPort] = await Promise.all([listen(publisher), listen(advertiser)]);
  return {
    resolverRules: `MAP ${publisherDomain} 127.0.0.1, MAP ${advertiserDomain} 127.0.0.1`,
    articleUrl: `http://${publisherDomain}:${publisherPort}/`,
    landingUrl: `http://${advertiserDomain}:${advertiserPort}/lantern`,
    landings: () => landings,
    publish: (html) => {
      article = html;
    },
    publishLanding: (html) => {
      landing = html;
    },
    close: async () => {
      await Promise.all(
        [publisher, advertiser].map(
          (server) =>
            new Promise<void>((resolve) => {
              server.close(() => resolve());
              server.closeAllConnections();
            }),
        ),
      );
    },
  };
}

/** An article whose widget is half a screen below the fold; head and body are what the code dialog gave out. */
export function articlePage(head: string, widget: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Harbour news</title>${head}</head>
<body style="margin:0;font:18px/1.6 serif">
<main style="max-width:640px;margin:auto">
<h1>The harbour at night</h1>
<div style="height:1400px">The quay is long and quiet.</div>
${widget}
<div style="height:1400px">And longer still.</div>
</main>
</body>
</html>`;
}
