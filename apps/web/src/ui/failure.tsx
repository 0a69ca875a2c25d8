import { commonTexts } from '../i18n/en/common.ts';
import { useTexts } from '../i18n/texts.ts';
import button from './plain-button.module.css';

/** What a page, or a part of one, says instead of itself, with a way out; it needs nothing that may not have arrived. */
export function Failure({
  text,
  page = false,
  onRetry,
}: {
  text: 'failure.text' | 'failure.offline' | 'failure.updated' | 'invalidAnswer';
  page?: boolean;
  onRetry: () => void;
}) {
  const t = useTexts(commonTexts);
  const Heading = page ? 'h1' : 'h2';
  return (
    <div className={`grid gap-12 text-centre ${page ? 'alone page gap-12' : 'alone gap-12'}`} role="alert">
      <Heading className={page ? 'text-24' : ''}>{t('failure.title')}</Heading>
      <p>{t(text)}</p>
      <button type="button" className={button.primary} onClick={onRetry}>
        {t('tryAgain')}
      </button>
    </div>
  );
}
