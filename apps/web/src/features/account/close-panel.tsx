import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { closingTexts } from '../../kits/closing/texts.ts';
import { useUser } from '../../lib/session/session-store.ts';
import { quietPart } from '../../ui/lazy-part.tsx';
import { Panel } from '../../ui/panel.tsx';

const CloseDialog = quietPart(() => import('./close-dialog.tsx'));

/** The last panel of the account: its owner closes it. */
export function ClosePanel() {
  const t = useTexts(closingTexts);
  const { member } = useUser();
  const [opened, setOpened] = useState(false);
  if (member !== 'owner') return null;
  return (
    <Panel title={t('title')}>
      <div className="row wrap between gap-12-24">
        <div className="muted text-13">{t('text')}</div>
        <Button variant="default" color="red" onClick={() => setOpened(true)}>
          {t('open')}
        </Button>
      </div>
      {opened && <CloseDialog onClose={() => setOpened(false)} />}
    </Panel>
  );
}
