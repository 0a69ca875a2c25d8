import { LOOKS_LISTED } from '@placard/domain/account/look';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../i18n/texts.ts';
import { lookTexts } from '../../kits/looks/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Loaded } from '../../ui/states.tsx';

const MINUTE_MS = 60_000;

/** Which operators looked at the account. */
export function LooksPanel() {
  const t = useTexts(lookTexts);
  const looks = useQuery(apiQuery(api.looks.list, undefined));
  const lengthOf = (beganAt: string, endedAt: string | null) =>
    endedAt === null
      ? t('panel.goesOn')
      : t('panel.for', { minutes: Math.round((Date.parse(endedAt) - Date.parse(beganAt)) / MINUTE_MS) });
  return (
    <Panel title={t('panel.title')} description={t('panel.text')} flush>
      <Loaded
        query={looks}
        failed={t('panel.failed')}
        loading={<div style={{ height: 72 }} aria-busy data-unsettled />}
      >
        {({ items }) => (
          <ul className="plain-list list-rows">
            {items.length === 0 && <li className="muted text-13">{t('panel.none')}</li>}
            {items.map(({ id, operator, reason, beganAt, endedAt }) => (
              <li key={id}>
                <div className="shrinks">
                  <div>{operator}</div>
                  <div className="muted text-13 breaks">{reason}</div>
                </div>
                <span className="muted text-13">
                  <DateTime value={beganAt} withTime />, {lengthOf(beganAt, endedAt)}
                </span>
              </li>
            ))}
            {items.length === LOOKS_LISTED && (
              <li className="muted text-13">{t('panel.newest', { count: LOOKS_LISTED })}</li>
            )}
          </ul>
        )}
      </Loaded>
    </Panel>
  );
}
