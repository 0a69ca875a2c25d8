import { defineTexts } from '../../i18n/texts.ts';
import english from './webhooks.en.json';

/** Who is told by a program's address, and what was sent there. */
export const webhookTexts = defineTexts('webhooks', english);
