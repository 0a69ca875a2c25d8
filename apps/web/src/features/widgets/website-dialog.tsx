import { Button } from '@mantine/core';
import { useState } from 'react';
import { uiTexts } from '../../i18n/en/ui.ts';
import { useTexts } from '../../i18n/texts.ts';
import WebsiteSelect from '../../kits/website/website-select.tsx';
import { widgetCreatePath } from '../../lib/publisher-paths.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ButtonRow } from '../../ui/form/field-layout.tsx';
import { widgetsTexts } from './texts.ts';

/** On which of many websites the new widget is. */
export default function WebsiteDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(widgetsTexts);
  const ui = useTexts(uiTexts);
  const [id, setId] = useState<number>();
  return (
    <Dialog title={t('form.createTitle')} onClose={onClose}>
      <div className="stack gap-16">
        <WebsiteSelect label={t('column.website')} of={{ status: 'active' }} value={id} onChange={setId} />
        <ButtonRow>
          <Button variant="default" onClick={onClose}>
            {ui('cancel')}
          </Button>
          {id === undefined ? (
            <Button disabled>{t('create')}</Button>
          ) : (
            <ButtonLink to={widgetCreatePath(id)}>{t('create')}</ButtonLink>
          )}
        </ButtonRow>
      </div>
    </Dialog>
  );
}
