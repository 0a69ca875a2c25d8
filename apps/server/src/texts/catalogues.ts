import { catalogue } from '@placard/texts/catalogue';
import documentKindsGerman from '@placard/texts/document-kinds.de.json' with { type: 'json' };
import documentKindsEnglish from '@placard/texts/document-kinds.en.json' with { type: 'json' };
import metricsGerman from '@placard/texts/metrics.de.json' with { type: 'json' };
import metricsEnglish from '@placard/texts/metrics.en.json' with { type: 'json' };
import awayGerman from './away.de.json' with { type: 'json' };
import awayEnglish from './away.en.json' with { type: 'json' };
import documentsGerman from './documents.de.json' with { type: 'json' };
import documentsEnglish from './documents.en.json' with { type: 'json' };
import mailGerman from './mail.de.json' with { type: 'json' };
import mailEnglish from './mail.en.json' with { type: 'json' };

/** What mails say: plain text, short, with the one thing to do. */
export const mailTexts = catalogue('mail', { en: mailEnglish, de: mailGerman });

/** Names of metrics and dimensions. */
export const metricsTexts = catalogue('metrics', { en: metricsEnglish, de: metricsGerman });

/** How each kind of document is called, on itself and on screens. */
export const documentKindsTexts = catalogue('documentKinds', {
  en: documentKindsEnglish,
  de: documentKindsGerman,
});

/** Invoices, receipts and statements. */
export const documentsTexts = catalogue('documents', { en: documentsEnglish, de: documentsGerman });

/** The page while the database is away. */
export const awayTexts = catalogue('away', { en: awayEnglish, de: awayGerman });
