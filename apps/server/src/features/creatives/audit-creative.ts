import { auditOf } from '../audit/write-audit.ts';

export const auditCreative = auditOf('advertiser', 'creative');
