import { NativeSelect } from '@mantine/core';
import { type ModeratedCreative, takeDownInput } from '@placard/contract/moderation';
import { REJECTION_CODES } from '@placard/contract/reviews';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../i18n/texts.ts';
import { AdPreview } from '../../kits/ad-preview/ad-preview.tsx';
import { ReasonDialog } from '../../kits/form/reason-dialog.tsx';
import { rejectionTexts } from '../../kits/rejection/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { Skeleton } from '../../ui/states.tsx';
import { stopTexts } from './stop-texts.ts';
import { moderationTexts } from './texts.ts';

type Values = { code: (typeof REJECTION_CODES)[number]; text: string };

/** Stops a creative for good. The reason has a code besides, as a rejection's has. */
export default function TakeDownDialog({
  row,
  onClose,
}: {
  row: Pick<ModeratedCreative, 'id' | 'version' | 'name'>;
  onClose: () => void;
}) {
  const t = useTexts(moderationTexts);
  const stop = useTexts(stopTexts);
  const words = useTexts(rejectionTexts);
  const { id, version, name } = row;
  const initialValues: Values = { code: 'misleading', text: '' };
  return (
    <ReasonDialog
      title={stop('takeDown.title', { name })}
      text={stop('takeDown.hint')}
      fields={(form) => (
        <>
          <Preview id={id} />
          <NativeSelect
            label={stop('takeDown.reason')}
            required
            data={REJECTION_CODES.map((value) => ({ value, label: words(`code.${value}`) }))}
            {...form.getInputProps('code')}
          />
        </>
      )}
      reason={{ field: 'text', label: stop('text') }}
      initialValues={initialValues}
      schema={takeDownInput}
      toInput={(values) => ({ id, version, ...values })}
      run={(input) => api.moderation.takeDownCreative(input)}
      label={t('takeDown')}
      busyLabel={stop('takeDown.busy')}
      done={stop('takeDown.done', { name })}
      failed={stop('takeDown.failed')}
      refresh={['moderation']}
      onClose={onClose}
    />
  );
}

/** What is about to be stopped, as visitors see it: names are alike. */
function Preview({ id }: { id: number }) {
  const query = useQuery(apiQuery(api.moderation.creative, { id }));
  if (query.data === undefined) return <Skeleton height={90} />;
  return <AdPreview type={query.data.type} ad={query.data} popups={false} />;
}
