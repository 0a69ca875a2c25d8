import { Button } from '@mantine/core';
import { useTexts } from '../../i18n/texts.ts';
import { conflictTexts } from './conflict-texts.ts';
import { Notice } from './field-layout.tsx';

/** A save that carried an old version: says so and leads to the newest state. What was typed stays until then. */
export function ConflictNotice({ onReload }: { onReload: () => void }) {
  const t = useTexts(conflictTexts);
  return (
    <Notice tone="bad" live>
      <strong>{t('title')}</strong>
      <p>{t('text')}</p>
      <Button size="compact-sm" variant="default" onClick={onReload}>
        {t('reload')}
      </Button>
    </Notice>
  );
}
