import { Button } from '@mantine/core';
import { FileSpreadsheet } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../../i18n/texts.ts';
import { quietPart } from '../../../ui/lazy-part.tsx';
import { campaignListTexts } from './texts.ts';

const BulkDialog = quietPart(() => import('./bulk-dialog.tsx'));

export function BulkButton() {
  const t = useTexts(campaignListTexts);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<FileSpreadsheet size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('bulk')}
      </Button>
      {open && <BulkDialog onClose={() => setOpen(false)} />}
    </>
  );
}
