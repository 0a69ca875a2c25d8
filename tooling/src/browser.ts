import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserSettings, browserSettings } from './config.ts';

/** First the one without windows: the same engine, at half of the processor time. */
const SYSTEM_NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const MAC_APPLICATIONS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
/** Inside a folder `chromium_headless_shell-NNNN` or `chromium-NNNN` of Playwright, by platform and age. */
const PLAYWRIGHT_BINARIES = [
  'chrome-headless-shell-linux64/chrome-headless-shell',
  'chrome-linux/headless_shell',
  'chrome-headless-shell-mac-arm64/chrome-headless-shell',
  'chrome-headless-shell-mac-x64/chrome-headless-shell',
  'chrome-linux64/chrome',
  'chrome-linux/chrome',
  'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
  'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
];

function executable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** An existing file may still be a stub that asks for another package (Ubuntu's chromium-browser). */
function runs(path: string): boolean {
  return (
    executable(path) && spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0
  );
}

function* systemCandidates(settings: BrowserSettings): Generator<string> {
  for (const name of SYSTEM_NAMES) {
    for (const folder of settings.searchPath) yield join(folder, name);
  }
  if (process.platform === 'darwin') yield* MAC_APPLICATIONS;
}

/** Playwright's downloads: those without windows first, of each kind the newest. */
function* playwrightCandidates(settings: BrowserSettings): Generator<string> {
  if (!existsSync(settings.playwrightFolder)) return;
  const number = (name: string) => Number(name.replace(/\D/g, ''));
  const shell = (name: string) => Number(name.startsWith('chromium_headless_shell'));
  const versions = readdirSync(settings.playwrightFolder)
    .filter((name) => /^chromium(_headless_shell)?-\d+$/.test(name))
    .sort((a, b) => shell(b) - shell(a) || number(b) - number(a));
  for (const version of versions) {
    for (const binary of PLAYWRIGHT_BINARIES) yield join(settings.playwrightFolder, version, binary);
  }
}

function installFromDebian(): void {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return;
  console.log('Installing Chromium from the packages of the system …');
  const apt = (...args: string[]) =>
    spawnSync('env', ['DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  apt('update', '-qq');
  const install = (name: string) =>
    apt('install', '-y', '-qq', '--no-install-recommends', name, 'fonts-liberation').status === 0;
  // Older releases of Debian have no package without windows.
  if (!install('chromium-headless-shell')) install('chromium');
}

/**
 * The Chromium to test with: CHROMIUM_PATH, the system's, Playwright's own download, or, as root on Debian, the
 * system's package, installed now.
 * @throws Error with a sentence that says how to get one.
 */
export function findChromium(
  settings: BrowserSettings = browserSettings(),
  install: () => void = installFromDebian,
): string {
  if (settings.chosen !== undefined) {
    if (runs(settings.chosen)) return settings.chosen;
    throw new Error(
      `CHROMIUM_PATH is ${settings.chosen}, which does not run. Point it at a Chromium, or leave it out.`,
    );
  }
  for (const candidate of systemCandidates(settings)) if (runs(candidate)) return candidate;
  for (const candidate of playwrightCandidates(settings)) if (runs(candidate)) return candidate;
  install();
  for (const candidate of systemCandidates(settings)) if (runs(candidate)) return candidate;
  throw new Error(
    'No Chromium was found. Install one ("apt-get install chromium", or "npx playwright install chromium"), or set CHROMIUM_PATH.',
  );
}

/** Playwright's own: Chromium heeds the last `--disable-features` alone, so they are said again. A test holds them to be all. */
const PLAYWRIGHT_SWITCHES_OFF = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

/**
 * Nobody sees the browser's own address bar, yet each new window loads two pages for it, and each page starts a process
 * for the next: a quarter of a journey's processor time.
 */
const NOT_FOR_TESTS = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess'];

/** Nothing talks to the outside on its own; as root Chromium has no sandbox to offer. */
export function chromiumFlags(): string[] {
  return [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${[...PLAYWRIGHT_SWITCHES_OFF, ...NOT_FOR_TESTS].join(',')}`,
  ];
}
