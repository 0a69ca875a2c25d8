import { describe, expect, it } from 'vitest';
import { fieldsThatCut, formsThatTellElsewhere } from './tidy/forms.ts';
import { readSources } from './tidy/source-tree.ts';

const PATH = 'apps/web/src/features/a/b-dialog.tsx';
const found = (text: string, corner: readonly string[] = [], path = PATH) =>
  formsThatTellElsewhere([{ path, text }], new Set(corner)).map((fault) => fault.replace(`${path}: `, ''));
const FORM = 'const { form, formProps } = useAppForm<Values>({});';

describe('why a form is refused', () => {
  it('is told by all in one way', () => {
    expect(formsThatTellElsewhere(readSources())).toEqual([]);
  });

  it('is told nowhere by a form element of its own, and elsewhere by a message', () => {
    expect(found(`${FORM} <AppForm {...formProps}>`)).toEqual([]);
    expect(found(`${FORM} <form {...formProps}>`)).toEqual([
      'is no AppForm: nobody would see why it is refused',
    ]);
    expect(found(`${FORM} toast.failure(t('failed'));`)).toEqual(['says at the corner why it is refused']);
    expect(found(`${FORM} toast.failure(t('failed'));`, [PATH])).toEqual([]);
    expect(found(FORM, [PATH])).toEqual(['says nothing at the corner']);
  });

  it('is told before sign-in by the button', () => {
    const LIGHT = 'const { form, formProps } = useLightForm({});';
    expect(found(`${LIGHT} <form {...formProps}> <LightSubmit form={form} />`)).toEqual([]);
    expect(found(`${LIGHT} <form {...formProps}> toast.failure(t('failed'));`)).toEqual([
      'has no LightSubmit: nobody would see why it is refused',
      'says at the corner why it is refused',
    ]);
  });

  it('is a newer version only where that can be loaded', () => {
    expect(found(`${FORM} save({ id, version });`)).toEqual(['does not lead to the newest version']);
    expect(found(`${FORM} save({ id, version }); const renew = onClose;`)).toEqual([]);
  });

  it('is no matter of what makes no form, nor of tests', () => {
    expect(found("toast.failure(t('failed')); <form> version")).toEqual([]);
    expect(found(`${FORM} <form>`, [], 'apps/web/src/features/a/b.test.tsx')).toEqual([]);
  });
});

describe('what is pasted', () => {
  it('is cut off by no field of a form', () => {
    expect(fieldsThatCut(readSources())).toEqual([]);
  });

  it('is found where it would be', () => {
    const source = { path: PATH, text: '<TextInput maxLength={100} />' };
    expect(fieldsThatCut([source], new Set())).toEqual([PATH]);
    expect(fieldsThatCut([source], new Set([PATH]))).toEqual([]);
  });
});
