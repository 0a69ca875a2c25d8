import type { CreativeRow } from '@placard/contract/creatives';
import { useState } from 'react';
import { quietPart } from '../../ui/lazy-part.tsx';
import type { CreativeDialog } from './creative-menu.ts';

const PreviewDialog = quietPart(() => import('./preview-dialog.tsx'));
const AssignDialog = quietPart(() => import('./assign-dialog.tsx'));

export type OpenDialog = { readonly dialog: CreativeDialog; readonly row: CreativeRow };

export function useCreativeDialogs() {
  const [open, setOpen] = useState<OpenDialog | null>(null);
  return {
    open: (dialog: CreativeDialog, row: CreativeRow) => setOpen({ dialog, row }),
    element: open === null ? null : <CreativeDialogs open={open} onClose={() => setOpen(null)} />,
  };
}

function CreativeDialogs({ open: { dialog, row }, onClose }: { open: OpenDialog; onClose: () => void }) {
  return dialog === 'preview' ? (
    <PreviewDialog row={row} onClose={onClose} />
  ) : (
    <AssignDialog row={row} mode={dialog} onClose={onClose} />
  );
}
