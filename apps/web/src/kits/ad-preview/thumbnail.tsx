import { Code } from 'lucide-react';
import classes from './thumbnail.module.css';

/** An ad in a list: its image, or the sign of code. What it is stands beside. */
export function Thumbnail({ imageUrl }: { imageUrl: string | null }) {
  return (
    <span className={`centred rigid framed sunken faint clipped ${classes.thumb}`} aria-hidden>
      {imageUrl === null ? <Code size={16} /> : <img src={imageUrl} alt="" loading="lazy" />}
    </span>
  );
}
