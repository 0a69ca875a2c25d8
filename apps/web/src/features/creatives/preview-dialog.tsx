import type { CreativeRow } from '@placard/contract/creatives';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../i18n/texts.ts';
import { AdPreview } from '../../kits/ad-preview/ad-preview.tsx';
import { api, apiQuery } from '../../lib/api/api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Loaded } from '../../ui/states.tsx';
import { creativesTexts } from './texts.ts';

const FRAME_PX = 64;
/** Room for the mock page of a desktop. */
const MIN_WIDTH_PX = 820;

/** One creative at its true size. Code is shown from the delivery server, as visitors see it. */
export default function PreviewDialog({ row, onClose }: { row: CreativeRow; onClose: () => void }) {
  const t = useTexts(creativesTexts);
  const query = useQuery(apiQuery(api.creatives.get, { id: row.id }));
  return (
    <Dialog
      size={Math.max(MIN_WIDTH_PX, row.size.width + FRAME_PX)}
      title={t('preview.title', { name: row.name })}
      onClose={onClose}
    >
      <Loaded query={query} failed={t('failed.fetch')}>
        {(creative) => <AdPreview type={creative.type} ad={creative} />}
      </Loaded>
    </Dialog>
  );
}
