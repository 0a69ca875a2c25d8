import { useBlocker } from '@tanstack/react-router';
import { uiTexts } from '../../i18n/en/ui.ts';
import { useTexts } from '../../i18n/texts.ts';
import { openConfirm } from '../confirm.ts';

/** Leaving a page with unsaved changes asks, by a link, by back, and by closing the tab. */
export function useUnsavedChangesGuard(dirty: boolean): void {
  const t = useTexts(uiTexts);
  useBlocker({
    disabled: !dirty,
    enableBeforeUnload: dirty,
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname) return false;
      const leave = await openConfirm({
        title: t('form.leaveTitle'),
        message: t('form.leaveText'),
        consequence: t('form.leaveConsequence'),
        confirmLabel: t('form.leave'),
        cancelLabel: t('form.stay'),
        danger: true,
      });
      return !leave;
    },
  });
}
