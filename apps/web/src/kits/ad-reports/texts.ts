import { defineTexts } from '../../i18n/texts.ts';

/** What visitors say is wrong with an ad; the words of delivery's page, shorter. */
export const adReportTexts = defineTexts('adReports', {
  reason: {
    misleading: 'Misleading or a scam',
    offensive: 'Offensive or not fit for the page',
    malicious: 'Installs something or harms the device',
    intrusive: 'Covers the page, noisy or moving',
    repetitive: 'Seen too often',
    other: 'Something else',
  },
});
