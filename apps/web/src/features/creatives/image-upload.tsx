import { Button } from '@mantine/core';
import { ImageUp, X } from 'lucide-react';
import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { type Outcome, type UnsettledFields, useUnsettled } from '../../kits/form/unsettled-fields.ts';
import { api } from '../../lib/api/api.ts';
import { uploadFile } from '../../lib/api/upload.ts';
import { isRefusal } from '../../lib/faults/failure-text.ts';
import { formatBytes, formatPercent } from '../../lib/format/number-format.ts';
import { toast } from '../../lib/toast-store.ts';
import type { UploadedImage } from './creative-values.ts';
import classes from './creatives.module.css';
import {
  ACCEPTED_IMAGES,
  fileFault,
  IMAGE_HEAD_BYTES,
  isImageHead,
  readImageSize,
  sizeFault,
} from './image-rules.ts';
import { imageUploadTexts } from './image-upload-texts.ts';
import { type Size, sizeText } from './size-text.ts';

type Props = {
  /** The chosen size; without one nothing can be uploaded, because the image must match it. */
  size: Size | null;
  value: UploadedImage | null;
  onChange: (image: UploadedImage | null) => void;
  /** Where a save learns that an image is on its way, or that the chosen one was not taken. */
  unsettled: UnsettledFields;
  /** The form's own fault: nothing uploaded yet. */
  error?: ReactNode;
  onClearError: () => void;
};

const FIELD = 'image';

/** Checks a file in the browser, sends it with its progress, and says in the field what is wrong with it. */
function useUpload({ size, onChange, unsettled, onClearError }: Omit<Props, 'value' | 'error'>) {
  const t = useTexts(imageUploadTexts);
  const [progress, setProgress] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  const cancel = () => {
    running.current?.abort();
    running.current = null;
    setProgress(null);
    unsettled.forget(FIELD);
    onClearError();
  };
  const letGo = useRef(cancel);
  letGo.current = cancel;
  // What is on its way is for the size that was chosen, and for a field that is there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the size changes, and at the end
  useEffect(() => () => letGo.current(), [size === null ? '' : sizeText(size)]);

  const check = async (file: File, required: Size): Promise<string | null> => {
    const wrong = fileFault(file);
    if (wrong !== null) return t(wrong);
    const head = new Uint8Array(await file.slice(0, IMAGE_HEAD_BYTES).arrayBuffer());
    if (!isImageHead(head)) return t(file.size === 0 ? 'unreadable' : 'wrongType');
    try {
      const current = await readImageSize(file);
      if (sizeFault(current, required) === null) return null;
      return t('wrongSize', { required: sizeText(required), current: sizeText(current) });
    } catch {
      return t('unreadable');
    }
  };
  const send = async (file: File, required: Size, signal: AbortSignal): Promise<Outcome> => {
    const wrong = await check(file, required);
    if (signal.aborted) return 'dropped';
    if (wrong !== null) return { fault: wrong };
    setProgress(0);
    try {
      const image = await uploadFile({
        path: '/advertiser/images',
        file,
        fields: { width: String(required.width), height: String(required.height) },
        signal,
        read: api.creatives.uploadImage.read,
        onProgress: (share) => !signal.aborted && setProgress(share),
      });
      if (signal.aborted) return 'dropped';
      onChange(image);
      toast.success(t('done'));
      return 'taken';
    } catch (error) {
      if (signal.aborted) return 'dropped';
      const refused = isRefusal(error) ? (error.issues[0]?.message ?? error.message) : '';
      return { fault: refused === '' ? t('failed') : refused };
    }
  };
  /** Another file takes the place of one that is on its way. */
  const upload = (file: File) => {
    if (size === null) return;
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    onClearError();
    const sent = send(file, size, controller.signal).finally(() => {
      if (running.current !== controller) return;
      running.current = null;
      setProgress(null);
    });
    void unsettled.work(FIELD, sent);
  };
  return { upload, progress, cancel, fault: useUnsettled(unsettled).faults[FIELD] };
}

export function ImageUpload({ value, error, ...props }: Props) {
  const t = useTexts(imageUploadTexts);
  const { size, onChange } = props;
  const { upload, progress, fault, cancel } = useUpload(props);
  const labelId = useId();
  const faultId = useId();
  const input = useRef<HTMLInputElement>(null);
  const shownFault = fault ?? error;
  const faulty = shownFault !== undefined && shownFault !== null && shownFault !== '';
  const describedBy = faulty ? faultId : undefined;
  const choose = () => input.current?.click();
  const [over, dropping] = useDrop(upload);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame and a width of its own
    <div role="group" aria-labelledby={labelId} {...(size === null ? {} : dropping)}>
      <span id={labelId} className="starred block below-4 bold">
        {t('label')}
      </span>
      <input
        ref={input}
        type="file"
        accept={ACCEPTED_IMAGES}
        hidden
        data-testid="image-file"
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file !== undefined) upload(file);
        }}
      />
      <div className={over ? classes.over : undefined}>
        {progress !== null ? (
          <Uploading progress={progress} onCancel={cancel} />
        ) : value !== null ? (
          <Uploaded
            image={value}
            faultId={describedBy}
            onReplace={choose}
            onRemove={() => {
              cancel();
              onChange(null);
            }}
            {...(fault === undefined ? {} : { onKeep: cancel })}
          />
        ) : (
          <DropZone size={size} faultId={describedBy} onChoose={choose} />
        )}
      </div>
      {faulty && (
        <p id={faultId} className="bad text-13" role="alert">
          {shownFault}
        </p>
      )}
    </div>
  );
}

/** A file is taken wherever in the field it is dropped, also over an image and over one that is on its way. */
function useDrop(onFile: (file: File) => void) {
  const [over, setOver] = useState(false);
  const dropping = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      const file = event.dataTransfer.files[0];
      if (file !== undefined) onFile(file);
    },
  };
  return [over, dropping] as const;
}

type Faulty = { faultId: string | undefined };

function DropZone({ size, faultId, onChoose }: Faulty & { size: Size | null; onChoose: () => void }) {
  const t = useTexts(imageUploadTexts);
  return (
    <button
      type="button"
      className={`grid items-centre gap-6 full-width rounded paper dashed muted text-centre clickable ${classes.drop}`}
      disabled={size === null}
      aria-invalid={faultId !== undefined}
      aria-describedby={faultId}
      onClick={onChoose}
    >
      <ImageUp size={22} aria-hidden />
      <strong className="ink semibold">{t('drop')}</strong>
      <small>{size === null ? t('formatsNoSize') : t('formats', { size: sizeText(size) })}</small>
    </button>
  );
}

function Uploading({ progress, onCancel }: { progress: number; onCancel: () => void }) {
  const t = useTexts(imageUploadTexts);
  const text = t('progress', { share: formatPercent(Math.round(progress * 100) / 100) });
  return (
    <div className={`row wrap framed gap-12 pad-12`} role="status">
      <span className="grow">
        {text}
        <progress className={`full-width ${classes.progress}`} value={progress} max={1} aria-label={text} />
      </span>
      <Button variant="default" leftSection={<X size={15} aria-hidden />} onClick={onCancel}>
        {t('cancel')}
      </Button>
    </div>
  );
}

function Uploaded({
  image,
  faultId,
  onReplace,
  onRemove,
  onKeep,
}: Faulty & {
  image: UploadedImage;
  onReplace: () => void;
  onRemove: () => void;
  /** Where another one was chosen and not taken. */
  onKeep?: () => void;
}) {
  const t = useTexts(imageUploadTexts);
  const info =
    image.sizeBytes > 0
      ? t('info', { size: sizeText(image), bytes: formatBytes(image.sizeBytes) })
      : sizeText(image);
  return (
    <div className={`row wrap framed gap-12 pad-12`}>
      <img className={classes.picture} src={image.imageUrl} alt="" />
      <span className="grow">{info}</span>
      <Button
        variant="default"
        aria-invalid={faultId !== undefined}
        aria-describedby={faultId}
        onClick={onReplace}
      >
        {t('replace')}
      </Button>
      {onKeep !== undefined && (
        <Button variant="default" onClick={onKeep}>
          {t('keep')}
        </Button>
      )}
      <Button variant="subtle" onClick={onRemove}>
        {t('remove')}
      </Button>
    </div>
  );
}
