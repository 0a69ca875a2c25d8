import { useTexts } from '../../i18n/texts.ts';
import { presetOf, type Size, sizeText } from './size-text.ts';
import { creativesTexts } from './texts.ts';

/** "Medium Rectangle · 300×250"; a custom size has no name. */
export function useSizeLabel(): (size: Size) => string {
  const t = useTexts(creativesTexts);
  return (size) => {
    const preset = presetOf(size);
    return preset === null ? sizeText(size) : `${t(`sizeName.${preset}`)} · ${sizeText(size)}`;
  };
}
