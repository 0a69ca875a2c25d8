import type { MemberRight } from '@placard/domain/account/member';
import { useTexts } from '../../i18n/texts.ts';
import type { StepWords } from '../../kits/first-steps/first-steps.tsx';
import { homeTexts } from './home-texts.ts';
import { useMay } from './use-rights.ts';

/** Whose turn a step is. @param right null: nobody's of the account */
export function useTurn(): (
  right: MemberRight | null,
  path: string,
) => Pick<StepWords, 'note' | 'path' | 'isTaken'> {
  const t = useTexts(homeTexts);
  const may = useMay();
  return (right, path) => {
    const others = right === null ? t('steps.waiting') : t('steps.notYours');
    const isMine = right !== null && may(right);
    return { note: isMine ? null : others, path: may(right) ? path : null, isTaken: isMine };
  };
}
