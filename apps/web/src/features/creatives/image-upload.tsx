import { Button } from '@mantine/core';
import { ImageUp, X } from 'lucide-react';
import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { api } from '../../lib/api/api.ts';
import { uploadFile } from '../../lib/api/upload.ts';
import { messageOf } from '../../lib/faults/api-error.ts';
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
import { type Size, sizeText } from './size-text.ts';
import { creativesTexts } from './texts.ts';

type Props = {
  /** The chosen size; without one nothing can be uploaded, because the image must match it. */
  size: Size | null;
  value: UploadedImage | null;
  onChange: (image: UploadedImage | null) => void;
  /** The form's own fault: nothing uploaded yet. */
  error?: ReactNode;
};

/** Checks a file in the browser, sends it with its progress, and says in the field what is wrong with it. */
function useUpload({ size, onChange }: Pick<Props, 'size' | 'onChange'>) {
  const t = useTexts(creativesTexts);
  const [progress, setProgress] = useState<number | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const check = async (file: File, required: Size): Promise<string | null> => {
    const wrong = fileFault(file);
    if (wrong !== null) return t(`upload.${wrong}`);
    const head = new Uint8Array(await file.slice(0, IMAGE_HEAD_BYTES).arrayBuffer());
    if (!isImageHead(head)) return t('upload.wrongType');
    try {
      const current = await readImageSize(file);
      if (sizeFault(current, required) === null) return null;
      return t('upload.wrongSize', { required: sizeText(required), current: sizeText(current) });
    } catch {
      return t('upload.unreadable');
    }
  };
  const upload = async (file: File) => {
    if (size === null || running.current !== null) return;
    setFault(null);
    const wrong = await check(file, size);
    if (wrong !== null) {
      setFault(wrong);
      return;
    }
    const controller = new AbortController();
    running.current = controller;
    setProgress(0);
    try {
      onChange(
        await uploadFile({
          path: '/advertiser/images',
          file,
          fields: { width: String(size.width), height: String(size.height) },
          signal: controller.signal,
          read: api.creatives.uploadImage.read,
          onProgress: setProgress,
        }),
      );
      toast.success(t('done.upload'));
    } catch (error) {
      if (controller.signal.aborted) return;
      const text = messageOf(error, t('failed.upload'));
      setFault(text);
      toast.failure(t('failed.upload'));
    } finally {
      running.current = null;
      setProgress(null);
    }
  };
  return {
    upload,
    progress,
    fault,
    cancel: () => running.current?.abort(),
    clearFault: () => setFault(null),
  };
}

export function ImageUpload({ size, value, onChange, error }: Props) {
  const t = useTexts(creativesTexts);
  const { upload, progress, fault, cancel, clearFault } = useUpload({ size, onChange });
  const faultId = useId();
  const input = useRef<HTMLInputElement>(null);
  const shownFault = fault ?? error;
  const faulty = shownFault !== undefined && shownFault !== null && shownFault !== '';
  const choose = () => {
    clearFault();
    input.current?.click();
  };
  return (
    <div>
      <span className={classes.label}>
        {t('field.image')}
        <span className="bad" aria-hidden>
          {' *'}
        </span>
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
          if (file !== undefined) void upload(file);
        }}
      />
      {progress !== null ? (
        <Uploading progress={progress} onCancel={cancel} />
      ) : value !== null ? (
        <Uploaded image={value} onReplace={choose} onRemove={() => onChange(null)} />
      ) : (
        <DropZone size={size} faultId={faulty ? faultId : undefined} onChoose={choose} onFile={upload} />
      )}
      {faulty && (
        <p id={faultId} className="bad text-13" role="alert">
          {shownFault}
        </p>
      )}
    </div>
  );
}

function DropZone({
  size,
  faultId,
  onChoose,
  onFile,
}: {
  size: Size | null;
  faultId: string | undefined;
  onChoose: () => void;
  onFile: (file: File) => void;
}) {
  const t = useTexts(creativesTexts);
  const [over, setOver] = useState(false);
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file !== undefined) onFile(file);
  };
  return (
    <button
      type="button"
      className={over ? `${classes.drop} ${classes.over}` : classes.drop}
      disabled={size === null}
      aria-invalid={faultId !== undefined}
      aria-describedby={faultId}
      onClick={onChoose}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <ImageUp size={22} aria-hidden />
      <strong>{t('upload.drop')}</strong>
      <small>
        {size === null ? t('upload.formatsNoSize') : t('upload.formats', { size: sizeText(size) })}
      </small>
    </button>
  );
}

function Uploading({ progress, onCancel }: { progress: number; onCancel: () => void }) {
  const t = useTexts(creativesTexts);
  const text = t('upload.progress', { share: formatPercent(Math.round(progress * 100) / 100) });
  return (
    <div className={`row-wrap framed gap-12 pad-12 ${classes.uploading}`} role="status">
      <span>
        {text}
        <progress value={progress} max={1} aria-label={text} />
      </span>
      <Button variant="default" leftSection={<X size={15} aria-hidden />} onClick={onCancel}>
        {t('upload.cancel')}
      </Button>
    </div>
  );
}

function Uploaded({
  image,
  onReplace,
  onRemove,
}: {
  image: UploadedImage;
  onReplace: () => void;
  onRemove: () => void;
}) {
  const t = useTexts(creativesTexts);
  const info =
    image.sizeBytes > 0
      ? t('upload.info', { size: sizeText(image), bytes: formatBytes(image.sizeBytes) })
      : sizeText(image);
  return (
    <div className={`row-wrap framed gap-12 pad-12 ${classes.uploaded}`}>
      <img src={image.imageUrl} alt="" />
      <span>{info}</span>
      <Button variant="default" onClick={onReplace}>
        {t('upload.replace')}
      </Button>
      <Button variant="subtle" onClick={onRemove}>
        {t('upload.remove')}
      </Button>
    </div>
  );
}
