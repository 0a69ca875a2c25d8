import { Button } from '@mantine/core';
import type { WithholdingRateRow } from '@placard/contract/withholding';
import { useQuery } from '@tanstack/react-query';
import { CalendarX, Plus, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Loaded, LoadingState } from '../../ui/states.tsx';
import { useConfirmedAction } from '../../ui/use-confirmed-action.ts';
import { codeNames } from '../form/code-names.ts';
import { RowList } from '../records/related-panel.tsx';
import { withholdingTexts } from './texts.ts';
import { percent, useWithholdingWords } from './withholding-words.ts';

const RateDialog = lazy(() => import('./rate-dialog.tsx'));
const EndDialog = lazy(() => import('./end-dialog.tsx'));

type Asked = { readonly ends: WithholdingRateRow | null };

/** Rates of withholding of a publisher, or the network's and its countries': what holds now, is to come, and was. */
export function WithholdingPanel({ publisherId }: { publisherId: number | null }) {
  const t = useTexts(withholdingTexts);
  const [asked, setAsked] = useState<Asked | null>(null);
  const query = useQuery(apiQuery(api.withholding.list, publisherId === null ? {} : { publisherId }));
  const close = () => setAsked(null);
  return (
    <Panel
      flush
      title={t(publisherId === null ? 'networkTitle' : 'title')}
      {...(publisherId === null ? { description: t('networkHint') } : {})}
      actions={
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Plus size={14} aria-hidden />}
          onClick={() => setAsked({ ends: null })}
        >
          {t('add')}
        </Button>
      }
    >
      <Loaded query={query} failed={t('loadFailed')} loading={<LoadingState lines={2} />}>
        {({ items, present }) => (
          <RowList empty={t('none')}>
            {[
              ...(publisherId === null && items.length > 0
                ? []
                : [
                    <li key="now">
                      <strong className="semibold">
                        {present.withholdingPercent === 0
                          ? t('nowNone')
                          : t('now', {
                              rate: percent(present.withholdingPercent),
                              level: t(`level.${present.withholdingLevel}`),
                            })}
                      </strong>
                    </li>,
                  ]),
              ...items.map((rate) => (
                <RateLine
                  key={rate.id}
                  rate={rate}
                  isGeneral={publisherId === null}
                  onEnd={() => setAsked({ ends: rate })}
                />
              )),
            ]}
          </RowList>
        )}
      </Loaded>
      <Suspense>
        {asked?.ends === null && <RateDialog publisherId={publisherId} onClose={close} />}
        {asked !== null && asked.ends !== null && <EndDialog rate={asked.ends} onClose={close} />}
      </Suspense>
    </Panel>
  );
}

function RateLine({
  rate,
  isGeneral,
  onEnd,
}: {
  rate: WithholdingRateRow;
  isGeneral: boolean;
  onEnd: () => void;
}) {
  const t = useTexts(withholdingTexts);
  const words = useWithholdingWords()(rate);
  const ask = useConfirmedAction();
  const { id, country, removable } = rate;
  const over = rate.until !== null && Date.parse(rate.until) <= Date.now();
  const place = country === null ? t('everywhere') : (codeNames('region', [country]).get(country) ?? country);
  const remove = () =>
    ask(
      { title: t('removeTitle'), message: t('removeText'), confirmLabel: t('remove'), danger: true },
      {
        run: () => api.withholding.remove({ id }),
        success: t('removed'),
        failure: t('removeFailed'),
        refresh: [['withholding']],
      },
    );
  const end = { key: 'end', label: t('end'), icon: CalendarX, onSelect: onEnd };
  const removal = {
    key: 'remove',
    label: t('remove'),
    icon: Trash2,
    danger: true,
    onSelect: () => void remove(),
  };
  return (
    <li>
      <span className="breaks shrinks">
        {isGeneral ? `${place}: ${words}` : words}
        <small className="block faint text-12">
          {t('by', { reason: rate.reason, name: rate.createdBy })}
        </small>
      </span>
      {(removable || over) && (
        <span className="faint text-13">{t(over ? 'state.over' : 'state.coming')}</span>
      )}
      {!over && (
        <ActionMenu
          name={isGeneral ? `${place}: ${words}` : words}
          actions={removable ? [end, removal] : [end]}
        />
      )}
    </li>
  );
}
