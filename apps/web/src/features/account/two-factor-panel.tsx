import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { useUser } from '../../lib/session/session-store.ts';
import { quietPart } from '../../ui/lazy-part.tsx';
import { Panel } from '../../ui/panel.tsx';
import { accountTexts } from './texts.ts';
import type { TwoFactorTask } from './two-factor-dialogs.tsx';

const TwoFactorDialog = quietPart(() => import('./two-factor-dialogs.tsx'));

/** Whether sign-in asks for a code, and what can be done about it. `onSetUp` when it is, and its codes were seen. */
export function TwoFactorPanel({ onSetUp }: { onSetUp?: () => void }) {
  const t = useTexts(accountTexts);
  const { totpEnabled } = useUser();
  const [task, setTask] = useState<TwoFactorTask | null>(null);
  const close = () => {
    setTask(null);
    if (task === 'on' && totpEnabled) onSetUp?.();
  };
  return (
    <Panel title={t('twoFactor.title')}>
      <div className="row wrap between gap-12-24">
        <div>
          <div>{t(totpEnabled ? 'twoFactor.isOn' : 'twoFactor.isOff')}</div>
          <div className="muted text-13">{t('twoFactor.text')}</div>
        </div>
        {totpEnabled ? (
          <Group gap="xs">
            <Button variant="default" onClick={() => setTask('codes')}>
              {t('twoFactor.codes.open')}
            </Button>
            <Button variant="default" onClick={() => setTask('off')}>
              {t('twoFactor.off.open')}
            </Button>
          </Group>
        ) : (
          <Button variant="default" onClick={() => setTask('on')}>
            {t('twoFactor.on.open')}
          </Button>
        )}
      </div>
      {task !== null && <TwoFactorDialog task={task} onClose={close} />}
    </Panel>
  );
}
