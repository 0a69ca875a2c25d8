import type { SavedView } from '@placard/contract/views';
import { translator } from '../../i18n/texts.ts';
import { ApiError } from '../../lib/faults/api-error.ts';
import { isVersionConflict } from '../../lib/faults/failure-text.ts';
import { viewTexts } from './texts.ts';

export const isGone = (error: unknown) => error instanceof ApiError && error.status === 404;

/**
 * A call about a saved view. That it was deleted or changed elsewhere meanwhile is said of it by name, with the way on.
 * @param onGone before the refusal is told
 */
export async function ofView<Result>(
  { name }: SavedView,
  call: Promise<Result>,
  onGone?: () => void,
): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    const told = isGone(error) ? 'gone' : isVersionConflict(error) ? 'changedElsewhere' : null;
    if (told === null || !(error instanceof ApiError)) throw error;
    if (told === 'gone') onGone?.();
    const { status, code } = error;
    throw new ApiError({ status, code, message: translator(viewTexts)(told, { name }) });
  }
}
