import { isTest, type SourceFile } from './source-tree.ts';

const WEB = 'apps/web/src/';

/** Files with a form that say something of a failure at the corner of the page, and what has no place in the form any more. */
const AT_THE_CORNER: ReadonlySet<string> = new Set(
  [
    // The deposit is there, and the dialog goes on with it.
    'features/billing/add-funds-dialog.tsx',
    // The spec's words; why stands in the form.
    'features/auth/login-form.tsx',
    // The other step is at fault.
    'features/campaigns/wizard/target-step.tsx',
  ].map((path) => WEB + path),
);

/** A hook that makes a form, called. */
const MAKES_FORM = /= use(?:App|Widget|Light)Form[(<]/;

/** That of the pages before sign-in, whose submit button tells why (`LightSubmit`). */
const MAKES_LIGHT_FORM = /= useLightForm[(<]/;

/** What a form sends to be refused where somebody else saved meanwhile. */
const SENDS_VERSION = /\bversion\b/;

/** Leads to the newest state; a saved view is named and saved again. */
const RENEWS = /\brenew\b|\buseSeenVersion\b/;

function faultsOf({ path, text }: SourceFile, atTheCorner: ReadonlySet<string>): string[] {
  const found: string[] = [];
  if (MAKES_LIGHT_FORM.test(text)) {
    if (!/<LightSubmit\b/.test(text)) found.push('has no LightSubmit: nobody would see why it is refused');
  } else if (/<form\b/.test(text)) found.push('is no AppForm: nobody would see why it is refused');
  if (SENDS_VERSION.test(text) && !RENEWS.test(text)) found.push('does not lead to the newest version');
  if (/\btoast\.failure\(/.test(text) !== atTheCorner.has(path))
    found.push(atTheCorner.has(path) ? 'says nothing at the corner' : 'says at the corner why it is refused');
  return found.map((fault) => `${path}: ${fault}`);
}

/** A field that takes what is typed at once and has no form to refuse it. */
const CUTS: ReadonlySet<string> = new Set([`${WEB}kits/report/filter-form.tsx`]);

/** Fields that cut off what is pasted: an address without its end leads elsewhere, and nobody is told. The schema says what is too long. */
export function fieldsThatCut(sources: readonly SourceFile[], cuts: ReadonlySet<string> = CUTS): string[] {
  return sources
    .filter(({ path, text }) => path.startsWith(WEB) && !isTest(path) && /\bmaxLength=/.test(text))
    .map(({ path }) => path)
    .filter((path) => !cuts.has(path));
}

/** Forms that would tell a refusal elsewhere than `toldRefusal` says, or nowhere. */
export function formsThatTellElsewhere(
  sources: readonly SourceFile[],
  atTheCorner: ReadonlySet<string> = AT_THE_CORNER,
): string[] {
  return sources
    .filter(({ path, text }) => path.startsWith(WEB) && !isTest(path) && MAKES_FORM.test(text))
    .flatMap((source) => faultsOf(source, atTheCorner));
}
