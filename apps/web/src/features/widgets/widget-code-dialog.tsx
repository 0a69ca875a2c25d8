import { useQuery } from '@tanstack/react-query';
import { widgetsTexts } from '../../i18n/en/widgets.ts';
import { useTexts } from '../../i18n/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import CodeDialog, { LiveCheck } from '../../ui/code/code-dialog.tsx';
import { Notice } from '../../ui/form/field-layout.tsx';
import { Loaded } from '../../ui/states.tsx';

const ASK_AGAIN_MS = 3_000;

/** The two steps of putting a widget on a page, and whether it has been seen there; asked again while it is open. */
export default function WidgetCodeDialog({
  websiteId,
  id,
  onClose,
}: {
  websiteId: number;
  id: number;
  onClose: () => void;
}) {
  const t = useTexts(widgetsTexts);
  const query = useQuery({
    ...apiQuery(api.widgets.get, { websiteId, id }),
    refetchInterval: ASK_AGAIN_MS,
  });
  const widget = query.data;
  return (
    <CodeDialog
      opened
      onClose={onClose}
      title={widget === undefined ? t('action.code') : t('code.title', { name: widget.name })}
      steps={
        widget === undefined
          ? []
          : [
              { title: t('code.head'), text: t('code.headText'), code: widget.code.head },
              { title: t('code.widget'), text: t('code.widgetText'), code: widget.code.widget },
            ]
      }
    >
      <Loaded query={query} failed={t('failed.fetchOne')}>
        {({ status, websiteStatus, seenAt }) => (
          <>
            {status !== 'active' ? (
              <Notice tone="warn">{t('code.notActive')}</Notice>
            ) : (
              websiteStatus !== 'active' && <Notice tone="warn">{t('code.websiteNotActive')}</Notice>
            )}
            <LiveCheck seenAt={seenAt} />
          </>
        )}
      </Loaded>
    </CodeDialog>
  );
}
