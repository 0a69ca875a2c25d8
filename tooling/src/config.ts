import { existsSync, globSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/** Where a Chromium is asked for and looked for. */
export interface BrowserSettings {
  /** CHROMIUM_PATH: the one to use, whatever else there is. */
  readonly chosen: string | undefined;
  readonly searchPath: readonly string[];
  /** Where `npx playwright install chromium` puts its own. */
  readonly playwrightFolder: string;
}

export function browserSettings(environment: NodeJS.ProcessEnv = process.env): BrowserSettings {
  const cache = process.platform === 'darwin' ? 'Library/Caches/ms-playwright' : '.cache/ms-playwright';
  return {
    chosen: environment.CHROMIUM_PATH || undefined,
    searchPath: (environment.PATH ?? '').split(delimiter).filter((folder) => folder !== ''),
    playwrightFolder: environment.PLAYWRIGHT_BROWSERS_PATH || join(homedir(), cache),
  };
}

/** The environment for the programs of `node_modules/.bin`: they come first, and so does the project's Node 24. */
export function programEnvironment(
  root: string,
  environment: NodeJS.ProcessEnv = process.env,
): NodeJS.ProcessEnv {
  return { ...environment, PATH: `${join(root, 'node_modules/.bin')}${delimiter}${environment.PATH ?? ''}` };
}

/** Programs of others that our own are held against, where they are installed. */
export function peers(environment: NodeJS.ProcessEnv = process.env): {
  readonly stripeMock: string | undefined;
  /** An S3-compatible store. */
  readonly minio: string | undefined;
  /** A fuzzer of APIs by their OpenAPI document. */
  readonly schemathesis: string | undefined;
  /** What a PDF is checked by: its program, or the archive of one for Java. */
  readonly verapdf: string | undefined;
  readonly firefox: string | undefined;
  /** WebKit's own window, of which Safari is made, and a display for it. */
  readonly webkit: string | undefined;
  readonly xvfb: string | undefined;
} {
  const folders = (environment.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const found = (name: string) =>
    folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  return {
    stripeMock: environment.STRIPE_MOCK || found('stripe-mock'),
    minio: environment.MINIO || found('minio'),
    schemathesis: environment.SCHEMATHESIS || found('schemathesis'),
    verapdf: environment.VERAPDF || found('verapdf'),
    firefox: environment.FIREFOX || found('firefox-esr') || found('firefox'),
    webkit: environment.WEBKIT || found('MiniBrowser') || debiansWebkit(),
    xvfb: found('Xvfb'),
  };
}

/** Where Debian's package puts it. */
function debiansWebkit(): string | undefined {
  return globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser').toSorted().at(-1);
}
