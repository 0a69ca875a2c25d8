import { useTexts } from '../../i18n/texts.ts';
import { reportTexts } from './texts.ts';

/** Of what a part of a report is that knows fewer filters than the report around it. */
export type PartScope = 'campaign' | 'campaigns' | 'website' | 'websites';

/** What a part says of itself, and of what it is where the report around it is narrowed by more. */
export function useScoped(description: string, scope: PartScope | undefined): string {
  const t = useTexts(reportTexts);
  return scope === undefined ? description : `${description} ${t('partScope', { of: scope })}`;
}
