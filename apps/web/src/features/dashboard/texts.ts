import { defineTexts } from '../../i18n/texts.ts';
import english from './dashboard.en.json';

export const dashboardTexts = defineTexts('dashboard', english);
