import type { WebsiteCode } from '@placard/contract/collector';
import { shownDomain } from '@placard/domain/website/unicode-domain';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BadgeCheck } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import { CODE_CHECK_MS, CodeCheckReport } from '../../kits/code/code-check.tsx';
import { analyticsCodeTexts } from '../../kits/code/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { STATS_PATH } from '../../lib/publisher-paths.ts';
import CodeDialog from '../../ui/code/code-dialog.tsx';
import { Loaded } from '../../ui/states.tsx';
import { websitesTexts } from './texts.ts';

/** The analytics code of a website, and whether it has been seen there; asked again while it is open. */
export default function WebsiteCodeDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useTexts(analyticsCodeTexts);
  const tWebsites = useTexts(websitesTexts);
  const query = useQuery({
    ...apiQuery(api.collector.websiteCode, { id }),
    refetchInterval: CODE_CHECK_MS,
  });
  const code = query.data;
  const domain = shownDomain(code?.domain ?? '');
  return (
    <CodeDialog
      opened
      onClose={onClose}
      title={code === undefined ? tWebsites('action.code') : t('website.title', { domain })}
      steps={
        code === undefined
          ? []
          : [{ title: t('website.head'), text: t('website.headText', { domain }), code: code.snippet }]
      }
    >
      <Loaded query={query} failed={t('failed')}>
        {(loaded) => (
          <>
            <CodeCheckReport check={loaded.check} />
            <OwnershipNote code={loaded} />
            <p className="above-8 muted">
              {t('website.views', { count: loaded.viewsLast30Days })}{' '}
              <Link to={STATS_PATH} search={{ website: String(id) }}>
                {t('website.stats')}
              </Link>
            </p>
          </>
        )}
      </Loaded>
    </CodeDialog>
  );
}

function OwnershipNote({ code }: { code: WebsiteCode }) {
  const t = useTexts(analyticsCodeTexts);
  const { ownership } = code;
  const domain = shownDomain(code.domain);
  if (ownership === null) return <p className="above-8 muted">{t('check.notOwned', { domain })}</p>;
  return (
    <p className="above-8 muted">
      <BadgeCheck size={15} aria-hidden className="good in-line" />{' '}
      {t(ownership.how === 'ads_txt' ? 'check.ownedAdsTxt' : 'check.owned', { domain })}
    </p>
  );
}
