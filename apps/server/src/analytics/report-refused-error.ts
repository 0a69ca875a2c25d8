/** The question asks for what its scope may not see, or for more than a report holds (`tooLongByHour`: than one by the hour does). */
export class ReportRefusedError extends Error {
  /** What of the question is at fault. */
  readonly field: 'metrics' | 'by' | 'filter' | 'sort' | 'to';
  readonly tooLongByHour: boolean;

  constructor(field: ReportRefusedError['field'], message: string, tooLongByHour = false) {
    super(message);
    this.field = field;
    this.tooLongByHour = tooLongByHour;
    this.name = 'ReportRefusedError';
  }
}
