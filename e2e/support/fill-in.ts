import type { Locator, Page } from '@playwright/test';

/** A field of a form, marked so that it can be found: its number is its place. */
type Field = { readonly at: number; readonly kind: string; readonly name: string; readonly hint: string };

/** What fits, by the kind of a field and the words of its label in both languages; the rest is some words. */
const FITTING: readonly (readonly [RegExp, string])[] = [
  [/e-?mail/i, 'somebody@wander.example.com'],
  [/password|passwort/i, 'Words-And-1'],
  [/domain/i, 'wander.example.com'],
  [/url|https|landing|ziel/i, 'https://wander.example.com/landing'],
  [/iban/i, 'DE89370400440532013000'],
  [/swift|bic/i, 'COBADEFFXXX'],
  [/code|html/i, '<b>Wander</b>'],
  [/budget|amount|betrag|bid|gebot|cpm|minimum|mindest/i, '50'],
];
const BY_KIND: Readonly<Record<string, string>> = {
  number: '50',
  email: 'somebody@wander.example.com',
  url: 'https://wander.example.com/landing',
  time: '12:34',
  date: '2030-06-15',
  month: '2030-06',
};

const fitting = ({ kind, name, hint }: Field): string =>
  BY_KIND[kind] ?? FITTING.find(([label]) => label.test(`${name} ${hint}`))?.[1] ?? 'Wander and wonder';

/**
 * Fills in what the topmost form asks for, and sends it. What has something in it stays; of boxes and cards one of each group is
 * chosen where none is.
 * @param which of a group, counted around
 * @returns whether there was a form
 */
export async function fillIn(page: Page, which: number): Promise<boolean> {
  const fields = await page.evaluate(markFields, which);
  if (fields === null) return false;
  // The screen is at rest: what can't be filled in now won't be later.
  const options = { timeout: 500 };
  for (const field of fields) {
    const target = page.locator(`[data-filled="${field.at}"]`);
    if (field.kind === 'pick') await pickFirst(page, target);
    else if (field.kind === 'press') await target.check({ ...options, force: true }).catch(() => undefined);
    else if (field.kind === 'choose') await target.selectOption({ index: 1 }, options).catch(() => undefined);
    else await target.fill(fitting(field), options).catch(() => undefined);
  }
  await page
    .locator('[data-sends]')
    .click(options)
    .catch(() => undefined);
  return true;
}

/** Opens a list and takes its first entry. */
async function pickFirst(page: Page, list: Locator): Promise<void> {
  await list.click({ timeout: 500 }).catch(() => undefined);
  for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
}

/** Marks what is filled in, and what sends it. Runs in the page. */
function markFields(which: number): Field[] | null {
  for (const name of ['data-filled', 'data-sends'])
    for (const before of document.querySelectorAll(`[${name}]`)) before.removeAttribute(name);
  const isShown = (element: Element) => element.checkVisibility();
  const dialogs = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')];
  const within = dialogs.filter(isShown).at(-1) ?? document.querySelector('main') ?? document.body;
  const sends = [...within.querySelectorAll('form button[type=submit]:not(:disabled)')];
  const send = sends.filter(isShown)[which % Math.max(1, sends.length)];
  const form = send?.closest('form');
  if (send === undefined || form === null || form === undefined) return null;
  send.setAttribute('data-sends', '');
  const asked: { readonly control: Element; readonly kind: string }[] = [];
  for (const control of form.querySelectorAll<HTMLInputElement>('input, textarea, select')) {
    const isFaulty = control.matches('[aria-invalid=true]');
    const isNeeded = isFaulty || (control.required && control.value === '');
    if (!isNeeded || control.disabled || !isShown(control)) continue;
    if (/radio|checkbox|file|hidden/.test(control.type)) continue;
    const isList = control.matches('[role=combobox], [aria-haspopup=listbox]');
    const isNumber = control.matches('[inputmode=numeric], [inputmode=decimal]');
    const kind = control.matches('select') ? 'choose' : isList ? 'pick' : isNumber ? 'number' : control.type;
    asked.push({ control, kind });
  }
  for (const group of form.querySelectorAll('fieldset, [role=group], [role=radiogroup]')) {
    const boxes = [...group.querySelectorAll('input:is([type=radio], [type=checkbox]):not(:disabled)')];
    const control = boxes[which % Math.max(1, boxes.length)];
    if (control !== undefined && group.querySelector(':checked') === null)
      asked.push({ control, kind: 'press' });
  }
  return asked.map(({ control, kind }, at) => {
    control.setAttribute('data-filled', String(at));
    const labels = (control as HTMLInputElement).labels ?? [];
    const name = [...labels].map(({ textContent }) => textContent).join(' ');
    return { at, kind, name, hint: control.getAttribute('placeholder') ?? '' };
  });
}
