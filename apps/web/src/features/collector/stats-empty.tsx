import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CodeXml, Plus, TrendingUp } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { WEBSITE_CREATE_PATH, WEBSITES_PATH } from '../../lib/publisher-paths.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import button from '../../ui/plain-button.module.css';
import { EmptyState } from '../../ui/states.tsx';
import { websiteStatsTexts } from './texts.ts';

/** Nothing was ever counted: leads to the code of the chosen website, or of the first. */
export function StatsEmpty({ website }: { website: number | undefined }) {
  const t = useTexts(websiteStatsTexts);
  const first = useQuery(apiQuery(api.websites.list, { page: 1, pageSize: 1, sort: 'domain' })).data?.items;
  const id = website ?? first?.[0]?.id;
  const none = first?.length === 0;
  return (
    <EmptyState
      framed
      icon={TrendingUp}
      title={t('empty.title')}
      text={none ? t('empty.noWebsite') : t('empty.text')}
      action={
        none ? (
          <ButtonLink to={WEBSITE_CREATE_PATH} leftSection={<Plus size={16} aria-hidden />}>
            {t('empty.add')}
          </ButtonLink>
        ) : (
          <Link
            to={WEBSITES_PATH}
            {...(id === undefined ? {} : { search: { code: String(id) } })}
            className={button.primary}
          >
            <CodeXml size={16} aria-hidden />
            {t('empty.action')}
          </Link>
        )
      }
    />
  );
}
