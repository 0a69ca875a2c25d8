import type { uiTexts } from '../../i18n/en/ui.ts';
import type { Translate } from '../../i18n/texts.ts';
import { openConfirm } from '../confirm.ts';

/** Whether what was typed and not saved may be let go: with a page, its view, or a dialog. */
export function askToLeave(t: Translate<typeof uiTexts.english>): Promise<boolean> {
  return openConfirm({
    title: t('form.leaveTitle'),
    message: t('form.leaveText'),
    consequence: t('form.leaveConsequence'),
    confirmLabel: t('form.leave'),
    cancelLabel: t('form.stay'),
    danger: true,
  });
}
