import { defineTexts } from '../../i18n/texts.ts';

/** Why something is rejected or taken down. */
export const rejectionTexts = defineTexts('rejection', {
  code: {
    misleading: 'Misleading',
    prohibited_content: 'Prohibited content',
    poor_quality: 'Poor quality',
    broken_destination: 'Destination does not work',
    trademark: 'Trademark',
    malware: 'Malware',
    ownership_unproven: 'Ownership not proven',
    other: 'Other',
  },
});
