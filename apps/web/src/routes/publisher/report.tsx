export { PublisherReport as default } from '../../features/publisher-report/publisher-report.tsx';
