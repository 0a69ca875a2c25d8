import type { CampaignRow } from '@placard/contract/campaigns';
import { Pencil } from 'lucide-react';
import { createContext, useContext } from 'react';
import { useTexts } from '../../../i18n/texts.ts';
import classes from '../campaigns.module.css';
import type { EditedField } from './inline-editor.tsx';
import { campaignListTexts } from './texts.ts';

export type StartEdit = (row: CampaignRow, first: EditedField) => void;
export const InlineEdit = createContext<StartEdit | null>(null);

/** Names the button that gets the focus back when the editor closes. */
export function editButtonId(campaignId: number, field: EditedField): string {
  return `edit-${field}-${campaignId}`;
}

/** Beside what can be edited where it stands: seen on hover and focus, always where there is no hover. */
export function EditButton({ row, field }: { row: CampaignRow; field: EditedField }) {
  const t = useTexts(campaignListTexts);
  const start = useContext(InlineEdit);
  if (start === null || !row.actions.includes('edit')) return null;
  const label = t('edit.button', { name: row.name });
  return (
    <button
      type="button"
      id={editButtonId(row.id, field)}
      className={`on-screen icon-button small ${classes.editButton}`}
      aria-label={label}
      title={t('edit.menu')}
      onClick={() => start(row, field)}
    >
      <Pencil size={13} aria-hidden />
    </button>
  );
}
