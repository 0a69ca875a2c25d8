import type { useTexts } from '../../i18n/texts.ts';
import type { authTexts } from '../../kits/before-sign-in/texts.ts';
import { ApiError } from '../../lib/faults/api-error.ts';

type Texts = ReturnType<typeof useTexts<typeof authTexts.english>>;

/** Why nobody was signed in, beside the toast that says so: never that toast's words again, nor those of a fault of the server. */
export function refusalText(t: Texts, error: unknown): string {
  if (!(error instanceof ApiError)) return t('login.serverFault');
  if (error.status === 0) return t('login.unreachable');
  return error.status === 500 || error.message === '' ? t('login.serverFault') : error.message;
}

/** The form tells it, at what it is about. */
export const isOfFields = (error: unknown): boolean => error instanceof ApiError && error.issues.length > 0;
