import { answer, answerOnce } from '../../api/answers.ts';
import { operations } from '../../api/operations.ts';
import type { AppDeps } from '../../app-deps.ts';
import { uploadImage } from '../images/upload-image.ts';
import { actOnCreative, duplicateCreative } from './act-on-creative.ts';
import { assignCreative, removeFromAdSet } from './assign-creative.ts';
import { createCreative } from './create-creative.ts';
import { getCreative } from './creative-record.ts';
import { listCreatives } from './list-creatives.ts';
import { updateAssignment, updateBasicInfo, updateContent } from './update-creative.ts';

export function creativesRoutes(deps: AppDeps) {
  const { creatives } = operations;
  return {
    list: creatives.list.handler(answer(deps, listCreatives)),
    get: creatives.get.handler(answer(deps, getCreative)),
    create: creatives.create.handler(answerOnce(deps, createCreative)),
    updateBasicInfo: creatives.updateBasicInfo.handler(answer(deps, updateBasicInfo)),
    updateContent: creatives.updateContent.handler(answer(deps, updateContent)),
    updateAssignment: creatives.updateAssignment.handler(answer(deps, updateAssignment)),
    act: creatives.act.handler(answer(deps, actOnCreative)),
    duplicate: creatives.duplicate.handler(answerOnce(deps, duplicateCreative)),
    assign: creatives.assign.handler(answer(deps, assignCreative)),
    removeFromAdSet: creatives.removeFromAdSet.handler(answer(deps, removeFromAdSet)),
    uploadImage: creatives.uploadImage.handler(answer(deps, uploadImage)),
  };
}
