import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { FakeDelivery, FakePublisher } from './network.ts';
import { banner, frameAd, imageAd, publish } from './pages.ts';

const SIZE = { widthPx: 300, heightPx: 100 };
const COVER = 'position:absolute;inset:0;background:#fff';
/** In view from the start, each for as long as it takes this one to come and to count. */
const LATE = 'late';
const LATE_AFTER_MS = 4_000;

/** Whether the ad counts as seen with this style around it, and this over it. */
const CASES: Readonly<Record<string, readonly [counts: boolean, style: string, over?: string]>> = {
  plain: [true, ''],
  code: [true, ''],
  turned: [true, 'transform:rotate(3deg)'],
  'less-than-half': [true, '', `<div style="${COVER};bottom:60%"></div>`],
  covered: [false, '', `<div style="${COVER}"></div>`],
  'covered-passing': [false, '', `<div style="${COVER};pointer-events:none"></div>`],
  'covered-lightly': [
    false,
    '',
    `<div style="${COVER};background:none;pointer-events:none;box-shadow:inset 0 0 0 200px #fff6,inset 0 0 0 200px #fff6"></div>`,
  ],
  'covered-by-frame': [
    false,
    '',
    `<div class="framed" style="${COVER};background:none;pointer-events:none"></div>`,
  ],
  'covered-slowly': [false, 'overflow:hidden', `<div style="${COVER};animation:slide .4s .5s both"></div>`],
  clear: [false, 'opacity:0'],
  hidden: [false, 'visibility:hidden'],
  dark: [false, 'filter:brightness(0)'],
  masked: [false, 'mask-image:linear-gradient(transparent,transparent)'],
  clipped: [false, 'clip-path:inset(60% 0 0 0)'],
  dot: [false, 'transform:scale(.05)'],
};

/** What a browser that nobody drives does with a page of ads: it is only given the address, and what it sends tells the rest. */
export async function seenIn(open: (url: string, profile: string) => ChildProcess): Promise<void> {
  const delivery = new FakeDelivery();
  const publisher = new FakePublisher();
  await Promise.all([delivery.start(), publisher.start()]);
  const profile = mkdtempSync(join(tmpdir(), 'placard-browser-'));
  for (const key of [...Object.keys(CASES), LATE])
    delivery.ads.set(key, (key === 'code' ? frameAd : imageAd)('b', SIZE.widthPx, SIZE.heightPx));
  const browser = open(publish(publisher, delivery, pageOfCases()), profile);
  try {
    const counted = () => delivery.events.filter((line) => line.startsWith('v')).map(keyOf);
    await expect.poll(counted, { timeout: 50_000, interval: 200 }).toContain(LATE);
    const shown = delivery.impressions.map(keyOf).toSorted();
    expect(shown).toEqual([...Object.keys(CASES), LATE].toSorted());
    const seen = Object.keys(CASES).filter((key) => CASES[key]?.[0]);
    expect(counted().toSorted()).toEqual([...seen, LATE].toSorted());
  } finally {
    await end(browser);
    await Promise.all([delivery.stop(), publisher.stop()]);
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

const keyOf = (line: string): string => line.slice(1).replace(/-\d+$/, '');

function pageOfCases(): { readonly head: string; readonly body: string } {
  const box = (key: string, style = '', over = '') =>
    `<div style="position:relative;display:inline-block;width:300px;${style}">${banner(key, [SIZE])}${over}</div>`;
  const boxes = Object.entries(CASES).map(([key, [, style, over]]) => box(key, style, over));
  const late = `document.body.insertAdjacentHTML('beforeend',${JSON.stringify(box(LATE)).replaceAll('</', '<\\/')})`;
  return {
    head: '<style>@keyframes slide{from{transform:translateX(100%)}}.framed::after{content:"";position:absolute;inset:0;border:150px solid #fff;pointer-events:none}</style>',
    body: `<div style="width:920px">${boxes.join('')}</div><script>setTimeout(()=>${late},${LATE_AFTER_MS})</script>`,
  };
}

export async function end(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  const ended = once(program, 'exit');
  program.kill('SIGKILL');
  await ended;
}

/** Its output is nobody's. */
export function begin(
  program: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): ChildProcess {
  return spawn(program, args, { env: environment, stdio: 'ignore' });
}
