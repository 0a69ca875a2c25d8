export { ReviewQueue as default } from '../../features/reviews/review-queue.tsx';
