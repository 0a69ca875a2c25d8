import { expect, it } from 'vitest';
import { useUnsettledFields } from '../../../kits/form/unsettled-fields.ts';
import { useAppForm } from '../../../kits/form/use-app-form.ts';
import { shown } from '../../../ui/testing/shown.tsx';
import { type CreativeStep, type CreativeValues, NEW_CREATIVE } from '../creative-values.ts';
import { CreativeStepFields } from './creative-step-fields.tsx';

function Step({ step, values }: { step: CreativeStep; values: CreativeValues }) {
  const unsettled = useUnsettledFields();
  const { form } = useAppForm({ initialValues: values, failed: '', onSubmit: async () => {} });
  return <CreativeStepFields step={step} form={form} unsettled={unsettled} onGo={() => {}} />;
}
const said = (step: CreativeStep, given: Partial<CreativeValues> = {}) =>
  shown(<Step step={step} values={{ ...NEW_CREATIVE, ...given }} />).words;

it('each step has its own fields', () => {
  const code = { type: 'third_party', name: 'Poster', adCode: 'lamps' } as const;
  const steps = (['basic', 'content', 'assignment'] as const).map((step) => said(step, code));
  const fields = ['Description', 'Ad code', 'Loading'];
  const found = steps.map((words) => fields.filter((field) => words.includes(field)));
  expect(found[0]).toContain('Description');
  expect(found[0]).not.toContain('Loading');
  expect(found[1]).toEqual(['Ad code']);
  expect(found[2]).toEqual(['Loading']);
});

it('what is reviewed is the code of code, and text and link of an image', () => {
  const code = said('review', { type: 'third_party', adCode: 'lamps', altText: 'A lamp' });
  expect(code).toContain('lamps');
  expect(code).not.toContain('A lamp');
  const image = said('review', { type: 'image', adCode: 'lamps', altText: 'A lamp' });
  expect(image).toContain('A lamp');
  expect(image).not.toContain('lamps');
});
