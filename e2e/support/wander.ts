import type { Page, Response } from '@playwright/test';
import { fillIn } from './fill-in.ts';

/** What somebody does next, whatever is on the screen. */
export type Step = {
  /** Of a hundred. */
  readonly chance: number;
  /** Which of what can be pressed or filled in, counted around. */
  readonly which: number;
  readonly text: string;
  readonly twice: boolean;
};

/** What people and programs put into fields. */
export const TYPED = [
  ...['a'.repeat(150), '  ', '-5', '0', '1.5', '1,5', '1e9', '99999999999999', '50.00', '$1,000.00'],
  ...[
    '2026-12-31',
    '0001-01-01',
    '31.12.2026',
    '12:34',
    'https://example.com/x?y=1',
    'example.com',
    'a@b.example',
  ],
  ...['"><img src=x onerror=alert(1)>', "O'Neil; --", '😀😀', 'مرحبا', '\u202Eabc', 'ß', 'Spring'],
];

/** What is not for a walk: it would end there. */
const NOT_PRESSED =
  /log ?out|sign out|abmelden|close (my )?account|konto (schließen|auflösen)|other sessions|andere sitzungen/i;
const CONTROLS =
  'a[href], button, input, textarea, select, summary, [role=menuitem], [role=option], [role=tab], [role=switch], [role=checkbox]';
/** No word of a screen's own, and nothing that anybody typed here. */
const SLIPPED =
  /.{0,40}(?:\bundefined\b|\bNaN\b|\[object |Invalid Date|Invalid data format|Something went wrong).{0,40}/g;
const SETTLED_MS = 15_000;
/** Of a wizard. */
const MOST_STEPS = 4;

type Control = {
  readonly kind: 'press' | 'type' | 'choose' | 'pick';
  readonly type: string;
  readonly name: string;
};

/** Somebody who presses and fills in whatever there is; it is written down what must never be on any screen. */
export class Wanderer {
  readonly faults: string[] = [];
  /** Screens that were seen, numbers aside. */
  readonly screens = new Set<string>();
  private readonly did: string[] = [];
  /** A dialog was open when the screen was looked at last, and its person did nothing since that loads a page. */
  private hadDialog = false;
  /** Addresses that any screen led to, in the order in which they were found. */
  private readonly ways = new Set<string>();

  private readonly page: Page;
  private readonly home: string;

  private constructor(page: Page, home: string) {
    this.page = page;
    this.home = home;
  }

  static on(page: Page, home: string): Wanderer {
    const wanderer = new Wanderer(page, home);
    page.on('pageerror', ({ message }) => wanderer.note(`fault of a script: ${message}`));
    page.on('response', (response) => wanderer.judge(response));
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        wanderer.note(`console: ${message.text()}`);
    });
    page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
    return wanderer;
  }

  async walk(steps: readonly Step[]): Promise<void> {
    await this.page.goto(this.home);
    for (const step of steps) {
      await this.settle();
      await this.look();
      await this.take(step);
    }
    await this.settle();
    await this.look();
  }

  private note(what: string): void {
    this.faults.push(`${what}\n  at ${this.page.url()}\n  after ${this.did.slice(-8).join(' | ')}`);
  }

  /** What a person does here is never a fault of the server, nor a request that nobody can read. */
  private judge(response: Response): void {
    const status = response.status();
    if (status >= 500 || status === 404 || status === 405 || status === 413)
      this.note(`${status} for ${response.request().method()} ${response.url()}`);
  }

  /** Until nothing is under way. */
  private async settle(): Promise<void> {
    const { page } = this;
    await page.waitForLoadState('networkidle', { timeout: SETTLED_MS }).catch(() => undefined);
    await page
      .waitForFunction(() => document.querySelector('main, h1') !== null, undefined, { timeout: SETTLED_MS })
      .catch(() => this.note('a screen without anything'));
  }

  /** It is given back in a task of its own once the dialog has gone. */
  private async expectFocus(): Promise<void> {
    await this.page
      .waitForFunction(
        () => ![null, document.body].includes(document.activeElement as HTMLElement),
        undefined,
        {
          timeout: SETTLED_MS,
        },
      )
      .catch(() => this.note('the focus is nowhere after a dialog'));
  }

  private async look(): Promise<void> {
    const text = await this.page.locator('body').ariaSnapshot();
    const found = await this.page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')];
      const ways = links.filter(({ origin, target }) => origin === location.origin && target !== '_blank');
      return {
        beyond: scrollWidth - clientWidth,
        title: document.title,
        dialog: [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].some((one) =>
          one.checkVisibility(),
        ),
        lost: document.activeElement === null || document.activeElement === document.body,
        ways: ways.map(({ pathname, search }) => pathname + search),
      };
    });
    for (const way of found.ways) if (!way.startsWith('/api')) this.ways.add(way);
    if (found.beyond > 0) this.note(`${found.beyond} px wider than the window`);
    if (found.title === '') this.note('no title');
    if (this.hadDialog && !found.dialog && found.lost) await this.expectFocus();
    this.hadDialog = found.dialog;
    for (const [slip] of text.matchAll(SLIPPED)) this.note(`on the screen: ${slip}`);
    this.screens.add(new URL(this.page.url()).pathname.replace(/\d+/g, 'N'));
  }

  private async take(step: Step): Promise<void> {
    const { page } = this;
    if (step.chance < 3) await this.press('Escape');
    else if (step.chance < 6) for (const key of ['Tab', 'Tab', 'Enter']) await this.press(key);
    else if (step.chance < 8) {
      this.did.push('back');
      await page.goBack();
    } else if (step.chance < 10) {
      this.did.push('reload');
      this.hadDialog = false;
      await page.reload();
    } else if (step.chance < 20 && this.ways.size > 0) {
      // Somewhere else, or a step walks around in one corner.
      const way = [...this.ways][step.which % this.ways.size] ?? '';
      this.did.push(`go to ${way}`);
      this.hadDialog = false;
      await page.goto(new URL(way, this.home).href);
    } else if (step.chance < 25) await this.fill(step);
    else await this.use(step);
    // Away from Placard, or out of it.
    if (!page.url().startsWith(new URL(this.home).origin) || /\/login/.test(page.url()))
      await page.goto(this.home);
  }

  /** Fills in what there is, step after step of a wizard. */
  private async fill({ which }: Step): Promise<void> {
    for (let sent = 0; sent < MOST_STEPS; sent += 1) {
      if (!(await fillIn(this.page, which))) return;
      this.did.push('fill in');
      await this.settle();
      await this.look();
    }
  }

  private async press(key: string): Promise<void> {
    this.did.push(key);
    await this.page.keyboard.press(key);
  }

  /** Uses one of what can be used: in the dialog or menu on top, if there is one. */
  private async use({ which, text, twice }: Step): Promise<void> {
    const { page } = this;
    const control = await page.evaluate(markOne, { which, controls: CONTROLS });
    if (control === null || NOT_PRESSED.test(control.name)) return;
    const target = page.locator('[data-wandered]');
    const options = { timeout: 2_000 };
    this.did.push(
      `${control.kind} ${control.name}${control.kind === 'type' ? `: ${text.slice(0, 20)}` : ''}`,
    );
    if (control.kind === 'choose') {
      const count = await target.locator('option').count();
      await target.selectOption({ index: which % Math.max(1, count) }, options).catch(() => undefined);
    } else if (control.kind === 'pick') {
      await target.fill(control.type === 'date' ? '2026-12-31' : '12:34', options).catch(() => undefined);
    } else {
      // What is covered or gone meanwhile is not pressed: a person could not do so either.
      await (twice ? target.dblclick(options) : target.click(options)).catch(() => this.did.push('(missed)'));
      if (control.kind === 'type') await page.keyboard.insertText(text);
      if (control.kind === 'type' && twice) await this.press('Enter');
    }
  }
}

/** Marks what is used next. Runs in the page. */
function markOne({ which, controls }: { which: number; controls: string }): Control | null {
  const isShown = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && element.checkVisibility();
  };
  for (const before of document.querySelectorAll('[data-wandered]')) before.removeAttribute('data-wandered');
  const above = [
    ...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'),
  ];
  const within = above.filter(isShown).at(-1) ?? document.body;
  const usable = [...within.querySelectorAll<HTMLElement>(controls)].filter(
    (element) =>
      isShown(element) &&
      !element.matches(':disabled, [aria-disabled=true]') &&
      !(
        element instanceof HTMLAnchorElement &&
        (element.origin !== location.origin || element.target === '_blank')
      ),
  );
  const inside = usable.filter((element) => element.closest('nav, header') === null);
  const from = which % 5 === 0 || inside.length === 0 ? usable : inside;
  const chosen = from[which % Math.max(1, from.length)];
  if (chosen === undefined) return null;
  chosen.setAttribute('data-wandered', '');
  const type = chosen instanceof HTMLInputElement ? chosen.type : '';
  const name = (chosen.getAttribute('aria-label') ?? chosen.textContent ?? '').trim().slice(0, 40) || type;
  if (chosen instanceof HTMLSelectElement) return { kind: 'choose', type, name };
  if (['date', 'time', 'month', 'color'].includes(type)) return { kind: 'pick', type, name };
  const isField =
    chosen instanceof HTMLTextAreaElement || /^(text|search|email|url|tel|number|password)$/.test(type);
  return { kind: isField ? 'type' : 'press', type, name };
}
