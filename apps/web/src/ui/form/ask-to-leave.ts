import type { Translate } from '../../i18n/texts.ts';
import { openConfirm } from '../confirm.ts';
import type { leavingTexts } from './leaving-texts.ts';

/**
 * Whether what goes with a page, its view or a dialog may be let go: what was typed and not saved (`leave`), or what is
 * shown only now, a key or a link (`once`).
 */
export function askToLeave(
  t: Translate<typeof leavingTexts.english>,
  what: 'leave' | 'once' = 'leave',
): Promise<boolean> {
  return openConfirm({
    title: t(`${what}.title`),
    message: t(`${what}.text`),
    consequence: t(`${what}.consequence`),
    confirmLabel: t('leave.confirm'),
    cancelLabel: t('leave.stay'),
    danger: true,
  });
}
